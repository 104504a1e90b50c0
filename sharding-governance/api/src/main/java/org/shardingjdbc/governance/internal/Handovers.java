package org.shardingjdbc.governance.internal;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.internal.StoredConfiguration.Phase;
import org.shardingjdbc.governance.internal.StoredConfiguration.SharedHandover;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.Handover;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of one instance in handovers of all instances, of which no two statements by different configurations
 * overlap. Safe for all threads; {@link #seen} is called by one thread at a time.
 *
 * <p>What counts is one value of the registry ({@link StoredConfiguration}); each step of a handover writes it, if
 * nobody else did. <i>Preparing</i>: each instance compiles the next configuration and opens what is new in it, and
 * says that it is ready; nobody waits. <i>Closing</i>, when all have said so: newcomers wait, what runs ends, and each
 * instance says that it is quiet. <i>In between</i>, when all have said so, where something is to be done: the instance
 * that changes the configuration does it. Then it is <i>opened</i>, and all go on by the next configuration.
 *
 * <p>Until something is done in between anybody may write that it is <i>withdrawn</i>: whoever changes and finds that
 * an instance cannot or is late, and whoever goes along and finds that the one who changes is gone or late. Whoever
 * changes has written that it is in between before it does something, so that both cannot be. Afterwards it alone
 * decides, and if it is gone, somebody by hand.
 *
 * <p>All means: all that the registry finds alive. Who is not found runs no statements ({@link InstanceFence}), and who
 * comes, or comes back, while newcomers wait runs none before it is decided.
 */
final class Handovers {
    static final long PAUSE_MILLIS = 10;
    /** How much later than whoever changes the others say that its time is over. */
    static final long MARGIN_MILLIS = 1_000;

    /** How long who withdraws tries that at most; then its next look at the registry does. */
    private static final long WITHDRAWING_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Logger LOG = LoggerFactory.getLogger(Handovers.class);

    /** What it needs of the session that it belongs to. */
    interface Session {
        GovernedDataSource told();

        /** Lets others read what this instance says of itself. */
        void announce();

        /** The data source runs on that, or is about to. */
        void counts(GovernedDocument document);

        /** A handover was withdrawn: what the data source runs on has that version now. */
        void renumber(StoredConfiguration withdrawn);

        void lookSoon();
    }

    /**
     * What this instance says of its part, by the ids of handovers.
     *
     * @param ready for which the next configuration can be used here
     * @param quiet in which nothing runs here
     * @param unable in which it cannot take part
     * @param why it cannot; empty where it can
     */
    record Part(long ready, long quiet, long unable, String why) {
        static final Part NONE = new Part(0, 0, 0, "");

        /** Lines behind what an instance says of itself. */
        Map<String, String> lines() {
            return Map.of(
                    "ready", Long.toString(ready),
                    "quiet", Long.toString(quiet),
                    "unable", Long.toString(unable),
                    "unable_why", why);
        }

        /** Of an instance that says nothing of it, it is none. */
        static Part of(String announced) {
            Map<String, String> lines = StateTexts.values(announced);
            return new Part(
                    Long.parseLong(lines.getOrDefault("ready", "0")),
                    Long.parseLong(lines.getOrDefault("quiet", "0")),
                    Long.parseLong(lines.getOrDefault("unable", "0")),
                    lines.getOrDefault("unable_why", ""));
        }
    }

    final Repository repository;
    final ConfigurationValue value;
    final String self;
    final Session session;
    private final ExecutorService joining;

    private volatile Part part = Part.NONE;
    /** Null while this instance changes nothing. */
    private volatile @Nullable ChangingHandover changing;

    private volatile boolean joined;
    /** Of the looking thread: the last in which it took part, and since when the value is the one that it saw last. */
    private long lastJoined;

    private long seenVersion;
    private long seenNanos;

    Handovers(Repository repository, ConfigurationValue value, String self, Session session) {
        this.repository = repository;
        this.value = value;
        this.self = self;
        this.session = session;
        this.joining = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "sharding-jdbc-handover");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** What this instance says of its part. */
    Part part() {
        return part;
    }

    /** Whether this instance is at one, so that its thread goes over to what counts. */
    boolean isBusy() {
        return joined || changing != null;
    }

    /** Begins one. */
    Handover change(String document, long expected, ReconfigureOptions options) {
        return new ChangingHandover(this, document, expected, options);
    }

    void changing(@Nullable ChangingHandover now) {
        changing = now;
    }

    /** One is under way: takes part in it, and withdraws what nobody goes on with. */
    void seen(StoredConfiguration now, SharedHandover handover) {
        if (seenVersion != now.version()) {
            seenVersion = now.version();
            seenNanos = System.nanoTime();
        }
        if (handover.by().equals(self)) {
            if (changing == null) {
                // it failed here, and the registry did not answer when that was to be said
                withdraw(now);
            }
            return;
        }
        if (!joined && lastJoined != handover.id()) {
            lastJoined = handover.id();
            joined = true;
            try {
                joining.execute(() -> join(handover));
            } catch (RejectedExecutionException e) {
                LOG.debug("The session is closed", e);
                joined = false;
            }
        }
        overrule(now, seenNanos);
    }

    private void join(SharedHandover handover) {
        JoinedHandover own = new JoinedHandover(this, handover);
        try {
            session.told().handOver(handover.next(), own);
            session.counts(new GovernedDocument(handover.next(), own.version()));
            LOG.info("Running on version {} of the configuration, as all instances", own.version());
        } catch (SQLException | RuntimeException | Error e) {
            LOG.info("The handover of version {} came to nothing here: {}", handover.id(), e.toString());
            LOG.debug("The handover of version {} came to nothing here", handover.id(), e);
        } finally {
            joined = false;
            session.lookSoon();
        }
    }

    /**
     * Withdraws one before something is done in between, when whoever changes is gone, or its time is over.
     *
     * @param sinceNanos since when this very value is known here
     */
    void overrule(StoredConfiguration now, long sinceNanos) {
        SharedHandover handover = now.underWay();
        if (handover == null || handover.phase() == Phase.IN_BETWEEN) {
            return;
        }
        long limit = handover.phase() == Phase.PREPARING ? handover.prepareMillis() : handover.limitMillis();
        boolean late = System.nanoTime() - sinceNanos > TimeUnit.MILLISECONDS.toNanos(limit + MARGIN_MILLIS);
        if (late || !lives(handover.by())) {
            LOG.warn(
                    "Instance {}, which changes the configuration, {}: {} is withdrawn",
                    handover.by(),
                    late ? "takes too long" : "is gone",
                    now);
            withdraw(now);
        }
    }

    private void withdraw(StoredConfiguration now) {
        value.write(now.in(Phase.WITHDRAWN));
        session.lookSoon();
    }

    boolean lives(String instance) {
        return instance.equals(self)
                || repository.announced(RegistrySession.INSTANCES).containsKey(instance);
    }

    /**
     * Says what this instance's part is.
     *
     * @return whether others can read it by now; if not, the next look at the registry says it
     */
    boolean say(Part next) {
        part = next;
        return announced();
    }

    private boolean announced() {
        try {
            session.announce();
            return true;
        } catch (ShardingException e) {
            LOG.debug("The registry does not answer", e);
            return false;
        }
    }

    /**
     * What is stored.
     *
     * @return null when the registry does not answer, or has nothing
     */
    @Nullable
    StoredConfiguration readPatiently() {
        try {
            return value.read();
        } catch (ShardingException e) {
            requireAway(e);
            return null;
        }
    }

    static void requireAway(ShardingException e) {
        if (e.code() != ErrorCode.REGISTRY_UNAVAILABLE) {
            throw e;
        }
    }

    /** Waits a moment, as long as the data source is open. */
    void pause() {
        requireOpen();
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for the handover of all instances");
        }
    }

    void requireOpen() {
        if (session.told().isClosed()) {
            throw new ShardingException(ErrorCode.CLOSED, "data source");
        }
    }

    /** Withdraws one that this instance began and that failed here. */
    void withdrawOwn(long id) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WITHDRAWING_NANOS) {
            try {
                StoredConfiguration now = value.read();
                SharedHandover handover = now == null ? null : now.last();
                if (now == null
                        || handover == null
                        || handover.id() != id
                        || !handover.by().equals(self)) {
                    return;
                }
                if (!handover.isUnderWay()) {
                    if (now.isWithdrawn()) {
                        session.renumber(now);
                    }
                    return;
                }
                value.write(now.in(Phase.WITHDRAWN));
                continue;
            } catch (ShardingException e) {
                LOG.debug("The registry does not answer", e);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** That which is under way; null for none. */
    @Nullable
    HandoverState state() {
        StoredConfiguration now = value.read();
        SharedHandover handover = now == null ? null : now.underWay();
        return now == null || handover == null
                ? null
                : new HandoverState(
                        now.version(),
                        handover.by(),
                        HandoverState.Phase.valueOf(handover.phase().name()),
                        !lives(handover.by()));
    }

    /** Decides one by hand. */
    void decide(HandoverState known, Phase how) {
        StoredConfiguration now = value.read();
        SharedHandover handover = now == null ? null : now.underWay();
        if (now == null || handover == null || now.version() != known.version()) {
            throw ConfigurationValue.overtaken(known.version());
        }
        boolean begun = handover.phase() == Phase.IN_BETWEEN;
        if (how == Phase.OPENED && !begun) {
            throw new ShardingException(
                    ErrorCode.HANDOVER_UNDECIDED, "it can be withdrawn only, as not all instances are quiet");
        }
        if (begun && lives(handover.by())) {
            throw new ShardingException(
                    ErrorCode.HANDOVER_UNDECIDED,
                    "instance " + handover.by() + ", which changes the configuration, is there and decides itself");
        }
        if (!value.write(now.in(how))) {
            throw ConfigurationValue.overtaken(known.version());
        }
        session.lookSoon();
    }

    void close() {
        joining.shutdown();
    }
}
