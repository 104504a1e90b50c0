package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.watch.WatchedDatabase;

/**
 * What is known of one replica. Marks show how far the replica has come: the primary tells its position at some time,
 * and once the replica has replayed that position, it has all that was committed before that time. So no clocks are
 * compared, and nothing grows while nobody writes. One per replica of a configuration. Read by all threads; written by
 * the thread that probes the replica.
 */
public final class Replica {
    /** Only a replica that is far behind has more marks than these; then the oldest mark is dropped. */
    private static final int MAX_MARKS = 256;

    private final String name;
    private final int dataSource;
    /** Positions of the primary that the replica is not known to have reached, the oldest first; guarded by this. */
    private final Deque<WritePosition> marks = new ArrayDeque<>();

    /**
     * The position up to which the replica had replayed at the last probe; null while that is not known, and for a
     * replica that is written to.
     */
    private volatile @Nullable String replayed;

    /** Compares {@link #replayed} with other positions; set before it. */
    private volatile @Nullable WatchedDatabase tells;

    private volatile boolean knows;
    private volatile long knowsNanos;
    /** Why the replica does not answer; null when it answers. */
    private volatile @Nullable String away;
    /**
     * Whether the replica was seen to take no writes since the start or since it was left: it followed another
     * database.
     */
    private volatile boolean followed;

    private volatile boolean writes;
    /** Whether another database became the primary, which the replica is not known to follow. */
    private volatile boolean behindMove;
    /**
     * The first position that the new primary told. A replica that does not follow the new primary may have that
     * position too.
     */
    private @Nullable String atMove;
    /**
     * The last position that the replica told of its own writes, while it takes writes although another database is
     * written to; else null.
     */
    private @Nullable WritePosition kept;
    /**
     * At the last probe, the age in milliseconds of the oldest write that the replica lacked; -1 while that is not
     * known.
     */
    private volatile long lagMillis = -1;
    /** How often the knowledge of the replica became void; guarded by this. */
    private long forgotten;

    Replica(String name, int dataSource) {
        this.name = name;
        this.dataSource = dataSource;
    }

    /** The configured name. */
    public String name() {
        return name;
    }

    /** The replica's index among all data sources. */
    public int dataSource() {
        return dataSource;
    }

    /** Whether the replica is known to have all that was committed before that time of {@link System#nanoTime()}. */
    public boolean hasAllUntil(long nanos) {
        return knows && knowsNanos - nanos >= 0;
    }

    /** Why the replica does not answer; null when it answers. */
    @Nullable
    String away() {
        return away;
    }

    /**
     * The replica does not answer. What it had before is not what it has when it comes back: a standby that crashed may
     * show less.
     */
    void away(String why) {
        forget();
        takeNone();
        away = why;
    }

    /** The replica answers. */
    void back() {
        away = null;
    }

    /**
     * At the last probe, the age in milliseconds of the oldest write that the replica lacked; -1 while that is not
     * known.
     */
    long lagMillis() {
        return lagMillis;
    }

    /** Notes whether the replica takes writes. */
    void takesWrites(boolean takes) {
        if (takes) {
            writes = true;
            return;
        }
        takeNone();
        followed = true;
    }

    /**
     * A {@link org.shardingjdbc.feature.readwrite.PrimaryCheck} confirms that the replica takes writes because it was
     * promoted.
     */
    void vouched() {
        followed = true;
    }

    private synchronized void takeNone() {
        writes = false;
        kept = null;
    }

    /** Whether the replica was seen to take no writes since the start, or since it was left. */
    boolean followed() {
        return followed;
    }

    /** Notes what the replica tells of its own writes while another database is written to. */
    synchronized void keep(WritePosition mark) {
        kept = mark;
    }

    /**
     * The last position that the replica told of its own writes while another database was written to; null where none
     * is known.
     */
    synchronized @Nullable WritePosition kept() {
        return kept;
    }

    /** Whether the replica takes writes, as far as is known. */
    boolean takesWrites() {
        return writes && away == null;
    }

    /**
     * The replica was written to and is not any more. Its writes from now on are not the group's until it follows
     * again.
     */
    void left() {
        followed = !writes && away == null;
    }

    /** Takes over what was known of the same database before the configuration changed. */
    void takeOver(Replica before) {
        followed = before.followed;
        writes = before.writes;
        away = before.away;
        behindMove = before.behindMove;
    }

    /** Whether the replica was promoted: it takes writes, and did not before. */
    boolean isPromoted() {
        return writes && followed && away == null;
    }

    /** Another database is the primary now: positions of the former primary mean nothing any more. */
    synchronized void startAnew() {
        marks.clear();
        forget();
        behindMove = true;
        atMove = null;
        kept = null;
    }

    /** Whether another database became the primary, and the replica is not known to have anything of that. */
    boolean isBehindMove() {
        return behindMove;
    }

    /** The replica is the primary, and has all until that mark. */
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
     * Probes how far the replica has come.
     *
     * @throws org.shardingjdbc.rule.watch.DatabaseAwayException when it does not answer
     */
    void look(WatchedDatabase database) {
        long before = forgotten();
        looked(database, database.replayed(), before);
    }

    /**
     * Takes over the answer of a probe. Ignored when the replica went away, or another database became the primary,
     * after the question.
     *
     * @param now the position up to which the replica has replayed; null where it is written to
     * @param asked {@link #forgotten} at the time of the question
     */
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

    /** Whether the replica is known to have all up to a position, which may come from another database. */
    public boolean hasAllOf(String position) {
        String known = replayed;
        WatchedDatabase asked = tells;
        return known != null && away == null && asked != null && asked.covers(known, position);
    }
}
