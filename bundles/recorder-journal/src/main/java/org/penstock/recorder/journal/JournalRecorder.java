package org.penstock.recorder.journal;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;
import org.penstock.codec.api.SessionFacts;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;
import org.penstock.log.support.Change;
import org.penstock.recorder.api.Recorder;
import org.penstock.recorder.api.SessionRecorder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recorder {@code journal}: keeps the records of all sessions in the journal that is there. It comes before the
 * journal and outlives it: while there is none everything is refused, and when one comes the sessions that wait are told.
 *
 * <p>Once it is deactivated all its sessions refuse, and nobody is told anything: who uses it hears of its leaving from
 * the framework.
 */
@Component(
        service = Recorder.class,
        immediate = true,
        configurationPid = RecorderSettings.PID,
        property = Recorder.NAME + "=journal")
@Designate(ocd = JournalRecorder.Settings.class)
public final class JournalRecorder implements Recorder {
    /** Described for consoles; read by {@link RecorderSettings}. */
    @ObjectClassDefinition(
            name = "Penstock recorder: journal",
            description = "Keeps every request and response in the journal")
    @interface Settings {
        @AttributeDefinition(
                name = "Durability",
                description = "What a record that was taken survives",
                options = {
                    @Option(value = "os", label = "a crash of the process"),
                    @Option(value = "disk", label = "a crash of the machine"),
                    @Option(value = "none", label = "nothing")
                })
        String durability() default "os";
    }

    private static final Logger LOG = LoggerFactory.getLogger(JournalRecorder.class);

    private final JournalChoice journals = new JournalChoice();
    private final Set<SessionLink> sessions = ConcurrentHashMap.newKeySet();
    private final Losses losses = new Losses(this::drain, System::nanoTime);
    private final Troubles troubles = new Troubles(System::nanoTime);
    private volatile RecorderSettings settings;
    private volatile CompletableFuture<Void> formerJournals = CompletableFuture.completedFuture(null);
    private volatile boolean closed;

    /** @param properties as configured */
    @Activate
    public JournalRecorder(Map<String, Object> properties) {
        settings = RecorderSettings.parse(
                properties, RecorderSettings.DEFAULT, bad -> LOG.error("recorder journal has its defaults: {}", bad));
    }

    /** A change of the configuration; holds from the next record on. */
    @Modified
    void modified(Map<String, Object> properties) {
        RecorderSettings former = settings;
        settings = RecorderSettings.parse(
                properties, former, bad -> LOG.error("recorder journal stays as it was: {}", bad));
        Change.told(former.written(), settings.written())
                .ifPresent(changes -> LOG.info("recorder journal uses its new configuration: {}", changes));
    }

    @Override
    public SessionRecorder open(SessionFacts facts, Runnable onSpace) {
        losses.look();
        troubles.look();
        SessionLink link = new SessionLink(journals::current, losses, troubles, onSpace);
        sessions.add(link);
        if (closed) {
            end(link);
        }
        return new JournalSessionRecorder(facts, link, this::durability, troubles, sessions::remove);
    }

    @Override
    public CompletionStage<Void> drain() {
        Journal journal = journals.current();
        CompletableFuture<Void> former = formerJournals;
        return journal == null ? former.copy() : CompletableFuture.allOf(former, settled(journal));
    }

    private Durability durability() {
        return settings.durability();
    }

    private CompletableFuture<Void> settled(Journal journal) {
        try {
            return journal.drain().<Void>handle((done, failure) -> null).toCompletableFuture();
        } catch (RuntimeException e) {
            troubles.tell("drain-failed", "journal=" + journal.getClass().getName(), e);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** A journal has come. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindJournal(Journal journal, Map<String, Object> properties) {
        if (journals.add(journal, ranking(properties), (Long) properties.get("service.id"))) {
            sessions.forEach(SessionLink::spaceFound);
        }
    }

    private static int ranking(Map<String, Object> properties) {
        return properties.get("service.ranking") instanceof Integer ranking ? ranking : 0;
    }

    /** A journal goes; it can still be used, and writes what it has taken. */
    void unbindJournal(Journal journal) {
        if (!journals.remove(journal)) {
            return;
        }
        CompletableFuture<Void> last = settled(journal);
        formerJournals = formerJournals.isDone() ? last : CompletableFuture.allOf(formerJournals, last);
        sessions.forEach(session -> session.drop(journal));
        if (journals.current() != null) {
            sessions.forEach(SessionLink::spaceFound);
        }
    }

    @Deactivate
    void deactivate() {
        closed = true;
        journals.close();
        sessions.forEach(this::end);
        losses.close();
        troubles.close();
    }

    private void end(SessionLink session) {
        session.end();
        sessions.remove(session);
    }
}
