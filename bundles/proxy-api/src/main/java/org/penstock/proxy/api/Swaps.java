package org.penstock.proxy.api;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Exchanges parts of running proxies in the order that leaves no gap, and puts things back where it fails.
 *
 * <p>Threads: any thread may call; one swap runs at a time, a second one is refused while it does. Errors: what cannot be
 * done is said in the plan's obstacle or in the report, and nothing has changed then.
 */
@ProviderType
public interface Swaps {
    /** What a swap would do, and whether it can. Changes nothing. */
    SwapPlan plan(SwapRequest request);

    /** Does it, and remembers it over a restart. */
    SwapReport swap(SwapRequest request);

    /** What swaps have set, and what a restart will set again; one line each, for the operator. */
    List<String> remembered();
}
