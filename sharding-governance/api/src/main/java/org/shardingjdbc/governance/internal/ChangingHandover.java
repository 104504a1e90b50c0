package org.shardingjdbc.governance.internal;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.internal.Handovers.Part;
import org.shardingjdbc.governance.internal.StoredConfiguration.Phase;
import org.shardingjdbc.governance.internal.StoredConfiguration.SharedHandover;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.Handover;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A handover that this instance began. Used by one thread. */
final class ChangingHandover implements Handover {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Logger LOG = LoggerFactory.getLogger(ChangingHandover.class);

    private final Handovers all;
    private final String document;
    private final long expected;
    private final ReconfigureOptions options;
    /** How long the other instances are waited for until they are ready. */
    private final Duration preparing;

    /** What this instance wrote last; null for nothing. */
    private @Nullable StoredConfiguration written;

    private boolean begun;
    /** Whether it can only be opened. */
    private boolean done;

    private long closingNanos;
    private long lookedNanos = System.nanoTime();

    ChangingHandover(Handovers all, String document, long expected, ReconfigureOptions options) {
        this.all = all;
        this.document = document;
        this.expected = expected;
        this.options = options;
        this.preparing = Objects.requireNonNull(options.instances(), "the other instances are not waited for");
    }

    /** The version of the first value that tells of it. */
    private long id() {
        return expected + 1;
    }

    @Override
    public Duration limit() {
        return options.limit();
    }

    @Override
    public void ready() {
        all.changing(this);
        begun = true;
        long start = System.nanoTime();
        StoredConfiguration before = all.value.read(expected);
        write(
                before.preparing(all.self, preparing.toMillis(), options.limit().toMillis(), document),
                start + preparing.toNanos());
        awaitOthers(Part::ready, start + preparing.toNanos(), "prepare");
        write(current().in(Phase.CLOSING), start + preparing.toNanos());
        closingNanos = System.nanoTime();
    }

    private StoredConfiguration current() {
        return Objects.requireNonNull(written, "nothing is written yet");
    }

    /**
     * Writes the next value, also when the registry goes away meanwhile.
     *
     * @param end until when it is tried
     * @throws ShardingException when somebody else wrote something, or the time is over; then it may be written or not
     */
    private void write(StoredConfiguration next, long end) {
        while (!isWritten(next, end)) {
            all.pause();
        }
        written = next;
    }

    private boolean isWritten(StoredConfiguration next, long end) {
        try {
            // when an answer got lost, it is there all the same
            if (all.value.write(next) || next.equals(all.value.read())) {
                return true;
            }
        } catch (ShardingException e) {
            Handovers.requireAway(e);
            if (System.nanoTime() - end >= 0) {
                throw e;
            }
            return false;
        }
        throw ConfigurationValue.overtaken(next.version() - 1);
    }

    /** Waits until all other instances that live have said something of this handover. */
    private void awaitOthers(ToLongFunction<Part> said, long end, String what) {
        while (true) {
            boolean over = System.nanoTime() - end >= 0;
            try {
                TreeMap<String, String> behind = new TreeMap<>();
                boolean unable = false;
                for (Map.Entry<String, String> each :
                        all.repository.announced(RegistrySession.INSTANCES).entrySet()) {
                    Part part = Part.of(each.getValue());
                    if (each.getKey().equals(all.self) || said.applyAsLong(part) == id()) {
                        continue;
                    }
                    unable |= part.unable() == id();
                    behind.put(each.getKey(), named(each.getKey(), each.getValue(), part, what));
                }
                if (behind.isEmpty()) {
                    return;
                }
                if (over || unable) {
                    // that it was withdrawn is why they cannot
                    requireOwn(all.value.read());
                    throw new ShardingException(
                            ErrorCode.CHANGE_NOT_TAKEN,
                            id(),
                            String.join(", ", behind.values()),
                            "the configuration of before goes on for all");
                }
            } catch (ShardingException e) {
                Handovers.requireAway(e);
                if (over) {
                    throw e;
                }
            }
            if (isOver()) {
                throw ConfigurationValue.overtaken(expected);
            }
            all.pause();
        }
    }

    private String named(String instance, String announced, Part part, String what) {
        InstanceState state = StateTexts.instance(instance, announced);
        String why = part.unable() == id() ? part.why() : "it did not " + what + " in time";
        return "instance " + instance + " on " + state.host() + " (" + why + ")";
    }

    @Override
    public boolean isOver() {
        if (System.nanoTime() - lookedNanos < LOOK_NANOS) {
            return false;
        }
        lookedNanos = System.nanoTime();
        StoredConfiguration now = all.readPatiently();
        return now != null && !isOwn(now);
    }

    private boolean isOwn(StoredConfiguration now) {
        SharedHandover handover = now.underWay();
        return handover != null && handover.id() == id() && handover.by().equals(all.self);
    }

    private void requireOwn(@Nullable StoredConfiguration now) {
        if (now == null || !isOwn(now)) {
            throw ConfigurationValue.overtaken(expected);
        }
    }

    @Override
    public long quiet() throws SQLException {
        long end = closingNanos + options.limit().toNanos();
        awaitOthers(Part::quiet, end, "end what runs");
        // once more, by what is as new as anybody wrote: who has come since the first look is not overlooked
        awaitAnswer(end);
        awaitOthers(Part::quiet, end, "end what runs");
        if (options.hasBetween()) {
            write(current().in(Phase.IN_BETWEEN), end);
            options.between().run();
        }
        open(current().in(Phase.OPENED));
        return current().version();
    }

    private void awaitAnswer(long end) {
        while (true) {
            try {
                all.repository.renew();
                return;
            } catch (ShardingException e) {
                Handovers.requireAway(e);
                if (System.nanoTime() - end >= 0) {
                    throw e;
                }
            }
            all.pause();
        }
    }

    /**
     * What was to be done in between is done, and nobody else can say so: waits for a registry that is away until it is
     * back, and for nothing else.
     */
    private void open(StoredConfiguration next) {
        done = true;
        boolean interrupted = false;
        try {
            while (!isOpened(next)) {
                all.requireOpen();
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Handovers.PAUSE_MILLIS));
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        written = next;
        all.session.counts(new GovernedDocument(document, next.version()));
        all.changing(null);
    }

    private boolean isOpened(StoredConfiguration next) {
        try {
            if (all.value.write(next) || next.equals(all.value.read())) {
                return true;
            }
        } catch (ShardingException e) {
            LOG.warn("The registry does not take that {} counts; it is tried again", next, e);
            return false;
        }
        // somebody decided by hand
        done = false;
        throw ConfigurationValue.overtaken(next.version() - 1);
    }

    @Override
    public void failed(Exception why) {
        // what is done in between is not taken back: if it could not be said that it is, that is left to others
        if (begun && !done) {
            all.withdrawOwn(id());
            all.changing(null);
            all.session.lookSoon();
        }
    }
}
