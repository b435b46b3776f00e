/**
 * The suite that every codec passes: an abstract class for each promise of {@code org.penstock.codec.api}, subclassed by
 * the tests of a codec.
 *
 * <p>A codec supplies itself and {@link org.penstock.codec.tck.Transcript transcripts} of its protocol, with the exchanges
 * it is to tell; the suite plays them in every way that a proxy may. Imports {@code org.penstock.codec.api}, JUnit and JDK
 * types only.
 */
package org.penstock.codec.tck;
