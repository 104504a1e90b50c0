package org.shardingjdbc.governance.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.internal.Handovers.Part;
import org.shardingjdbc.governance.internal.StoredConfiguration.Phase;
import org.shardingjdbc.governance.internal.StoredConfiguration.SharedHandover;
import org.shardingjdbc.jdbc.governance.Handover;

/** A handover that another instance began, as this one goes along. Used by one thread. */
final class JoinedHandover implements Handover {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** How often it is asked whether whoever changes the configuration is there. */
    private static final long LIVES_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Handovers all;
    private final SharedHandover handover;
    private long lookedNanos = System.nanoTime();
    private long askedNanos = System.nanoTime();
    private long seenVersion;
    private long seenNanos;
    private boolean told;
    private long opened;

    JoinedHandover(Handovers all, SharedHandover handover) {
        this.all = all;
        this.handover = handover;
    }

    @Override
    public Duration limit() {
        return Duration.ofMillis(handover.limitMillis() + Handovers.MARGIN_MILLIS);
    }

    @Override
    public void ready() {
        Part ready = new Part(handover.id(), 0, 0, "");
        told = all.say(ready);
        while (true) {
            StoredConfiguration now = look();
            SharedHandover current = now == null ? handover : requireSame(now);
            if (current.phase() != Phase.PREPARING) {
                return;
            }
            all.pause();
            told = told || all.say(ready);
        }
    }

    /** What is stored, null where that is not known now; and what nobody goes on with is withdrawn. */
    private @Nullable StoredConfiguration look() {
        lookedNanos = System.nanoTime();
        StoredConfiguration now = all.readPatiently();
        if (now == null) {
            return null;
        }
        if (now.version() != seenVersion) {
            seenVersion = now.version();
            seenNanos = System.nanoTime();
        }
        if (now.underWay() != null && lookedNanos - askedNanos >= LIVES_NANOS) {
            askedNanos = lookedNanos;
            try {
                all.overrule(now, seenNanos);
                askInBetween(now.underWay());
            } catch (ShardingException e) {
                Handovers.requireAway(e);
            }
        }
        return now;
    }

    /** Nobody but whoever changes knows what is done by then: if that instance is gone, nothing can be answered. */
    private void askInBetween(SharedHandover now) {
        if (now.phase() == Phase.IN_BETWEEN) {
            all.session
                    .told()
                    .undecided(
                            all.lives(now.by())
                                    ? null
                                    : "instance " + now.by() + " is gone, which changed the configuration, and what was"
                                            + " to be done in between may be done or not");
        }
    }

    private SharedHandover requireSame(StoredConfiguration now) {
        SharedHandover last = now.underWay();
        if (last == null || last.id() != handover.id()) {
            throw ConfigurationValue.overtaken(handover.id());
        }
        return last;
    }

    @Override
    public boolean isOver() {
        if (System.nanoTime() - lookedNanos < LOOK_NANOS) {
            return false;
        }
        StoredConfiguration now = look();
        SharedHandover current = now == null ? null : now.underWay();
        return now != null && (current == null || current.id() != handover.id());
    }

    @Override
    public long quiet() {
        Part quiet = new Part(handover.id(), handover.id(), 0, "");
        told = all.say(quiet);
        while (true) {
            StoredConfiguration now = look();
            if (now != null) {
                SharedHandover last = now.last();
                if (last == null || last.id() != handover.id() || last.phase() == Phase.WITHDRAWN) {
                    throw ConfigurationValue.overtaken(handover.id());
                }
                if (last.phase() == Phase.OPENED) {
                    // what followed it is taken afterwards, as any version is
                    opened = now.version() == last.decided() ? now.version() : now.version() - 1;
                    return opened;
                }
            }
            all.pause();
            told = told || all.say(quiet);
        }
    }

    /** The version by which it was opened. */
    long version() {
        return opened;
    }

    @Override
    public void failed(Exception why) {
        if (why instanceof ShardingException known && known.code() == ErrorCode.CHANGE_OVERTAKEN) {
            return;
        }
        if (all.session.told().isClosed()) {
            // it leaves, and holds up nobody
            return;
        }
        all.say(new Part(handover.id(), 0, handover.id(), String.valueOf(why.getMessage())));
    }
}
