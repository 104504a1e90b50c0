package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.watch.WatchedDatabase;

/**
 * What is known of one replica. How far it is follows from marks: the primary tells its position at some time, and when
 * the replica has replayed that, it has all that was committed before that time. So no clocks are compared, and nothing
 * grows while nobody writes. Read by all threads; written by the one that looks at the replica.
 */
public final class Replica {
    /** More than these wait only at a replica that is far behind; the oldest one is given up then. */
    private static final int MAX_MARKS = 256;

    private final String name;
    private final int dataSource;
    /** Those that it is not known to have reached, the oldest first; guarded by this. */
    private final Deque<WritePosition> marks = new ArrayDeque<>();

    /**
     * What it had replayed when it was looked at last; null while that is not known, and for one that is written to.
     */
    private volatile @Nullable String replayed;

    /** Who knows what that means; set before it is. */
    private volatile @Nullable WatchedDatabase tells;

    private volatile boolean knows;
    private volatile long knowsNanos;
    /** Null when it answers. */
    private volatile @Nullable String away;
    /** Whether it was seen to take no writes since the start: that it followed another one. */
    private volatile boolean followed;

    private volatile boolean writes;
    /** Whether another one became the primary, which it is not known to follow. */
    private volatile boolean behindMove;
    /** What the new primary told first, which a replica that does not follow it may have too. */
    private @Nullable String atMove;
    /** What it told last while it takes writes and another one is written to, or null. */
    private @Nullable WritePosition kept;
    /** How old what it lacks was when it was looked at last; -1 while that is not known. */
    private volatile long lagMillis = -1;
    /** How often what was known of it became void; guarded by this. */
    private long forgotten;

    Replica(String name, int dataSource) {
        this.name = name;
        this.dataSource = dataSource;
    }

    /** As configured. */
    public String name() {
        return name;
    }

    /** Its index among all data sources. */
    public int dataSource() {
        return dataSource;
    }

    /** Whether it is known to have all that was committed before that time of {@link System#nanoTime()}. */
    public boolean hasAllUntil(long nanos) {
        return knows && knowsNanos - nanos >= 0;
    }

    /** Why it does not answer; null when it does. */
    @Nullable
    String away() {
        return away;
    }

    /** What it had before it went away is not what it has when it comes back: a standby that crashed may show less. */
    void away(String why) {
        forget();
        takeNone();
        away = why;
    }

    /** It answers. */
    void back() {
        away = null;
    }

    /** How old what it lacks was when it was looked at last, in milliseconds; -1 while that is not known. */
    long lagMillis() {
        return lagMillis;
    }

    /** It takes writes, or does not. */
    void takesWrites(boolean takes) {
        if (takes) {
            writes = true;
            return;
        }
        takeNone();
        followed = true;
    }

    /** Somebody else knows that it takes writes since it was promoted. */
    void vouched() {
        followed = true;
    }

    private synchronized void takeNone() {
        writes = false;
        kept = null;
    }

    /** Whether it was seen to take no writes since the start, or since it was left. */
    boolean followed() {
        return followed;
    }

    /** It tells what is written there, while another one is written to. */
    synchronized void keep(WritePosition mark) {
        kept = mark;
    }

    /** What it told last while another one was written to; null where that is not known. */
    synchronized @Nullable WritePosition kept() {
        return kept;
    }

    /** Whether it takes writes, as far as is known. */
    boolean takesWrites() {
        return writes && away == null;
    }

    /** It was written to and is not any more: what it takes from now on is not the group's until it follows again. */
    void left() {
        followed = !writes && away == null;
    }

    /** What was known of the same database before the configuration changed. */
    void takeOver(Replica before) {
        followed = before.followed;
        writes = before.writes;
        away = before.away;
        behindMove = before.behindMove;
    }

    /** Whether it takes writes although it did not before: it was promoted. */
    boolean isPromoted() {
        return writes && followed && away == null;
    }

    /** Another one is the primary now: positions of the one before mean nothing any more. */
    synchronized void startAnew() {
        marks.clear();
        forget();
        behindMove = true;
        atMove = null;
        kept = null;
    }

    /** Whether another one became the primary, and it is not known to have anything of that. */
    boolean isBehindMove() {
        return behindMove;
    }

    /** It is the primary, and has all. */
    synchronized void isPrimary(WritePosition mark) {
        marks.clear();
        knowsNanos = mark.nanos();
        knows = true;
        behindMove = false;
        lagMillis = 0;
    }

    synchronized void add(WritePosition mark) {
        if (behindMove && atMove == null) {
            atMove = mark.position();
        }
        if (marks.size() == MAX_MARKS) {
            marks.removeFirst();
        }
        marks.addLast(mark);
    }

    private synchronized void forget() {
        forgotten++;
        replayed = null;
        knows = false;
        lagMillis = -1;
    }

    private synchronized long forgotten() {
        return forgotten;
    }

    private void reached(WritePosition mark) {
        while (marks.removeFirst() != mark) {
            // those before it are reached too
        }
        knowsNanos = mark.nanos();
        knows = true;
        behindMove &= mark.position().equals(atMove);
    }

    /**
     * Looks how far it is.
     *
     * @throws org.shardingjdbc.rule.watch.DatabaseAwayException when it does not answer
     */
    void look(WatchedDatabase database) {
        long before = forgotten();
        looked(database, database.replayed(), before);
    }

    /** What it told says nothing where it went away, or another one became the primary, after it was asked. */
    private synchronized void looked(WatchedDatabase database, @Nullable String now, long asked) {
        if (forgotten != asked) {
            return;
        }
        tells = database;
        replayed = now;
        WritePosition newest = marks.peekLast();
        if (newest == null || now == null) {
            return;
        }
        if (database.covers(now, newest.position())) {
            reached(newest);
            lagMillis = 0;
            return;
        }
        WritePosition oldest = marks.element();
        while (oldest != newest && database.covers(now, oldest.position())) {
            reached(oldest);
            oldest = marks.element();
        }
        lagMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - oldest.nanos());
    }

    /** Whether it is known to have all of a position, which may come from elsewhere. */
    public boolean hasAllOf(String position) {
        String known = replayed;
        WatchedDatabase asked = tells;
        return known != null && away == null && asked != null && asked.covers(known, position);
    }
}
