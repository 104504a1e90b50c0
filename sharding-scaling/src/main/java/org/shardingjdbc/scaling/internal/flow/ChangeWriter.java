package org.shardingjdbc.scaling.internal.flow;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.flow.ChangeBatch.OwnedKey;
import org.shardingjdbc.scaling.internal.flow.ChangeBatch.Place;
import org.shardingjdbc.scaling.internal.layout.Direction;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * Writes the changes of all data sources to their new places. Safe for all threads.
 *
 * <p>Several batches, each of another data source, are written at the same time: at a target data source one after the
 * other, by its one connection, and each target does so in an order of its own. That order is of no matter: what is
 * known of a key in a place is known there alone, and what one data source tells of it comes in its order, as its next
 * batch is begun when the former one is written everywhere. What waits at a target is told to others behind its commit
 * only: a row that got its place in a transaction that is taken back waits still, and must be told again after a stop.
 *
 * <p>Where rows come from one data node, the last state that was told of a row replaces whatever is there. Where they
 * come from several, a row may move between two of them: one tells that it went, another one that it came, and nobody
 * tells which was first. So what a data node tells concerns only rows that are its own, by the rules of the layout that
 * is left: it deletes and replaces no row of another one. A row whose place is still taken by another data node's row
 * of the same key waits until that one is told to have gone; while it waits nothing of its data source is done, so that
 * after a stop it is told again. Rows of several data nodes may wait for one place, when a row has moved on and on: any
 * of them gets it, as those that the row has left are told to have gone, too, and give it up then.
 *
 * <p>Whether two keys are the same, as {@code a} and {@code A} may be, only the database knows. A batch is settled at
 * once where no key of it can be another one's in other letters, and else row by row, each time by the row that the
 * database finds for the key.
 */
public final class ChangeWriter implements AutoCloseable {
    private static final int TRIES = 10;
    /** Rows that wait take this part of all memory at most. */
    private static final int WAITING_PART = 8;

    private final Direction direction;
    private final TargetRows target;
    /** By their data sources. */
    private final Map<String, Target> targets = new ConcurrentHashMap<>();

    /** Held in common by all who write: what is closed is not written to. */
    private final ReadWriteLock open = new ReentrantReadWriteLock();

    /** Of all that wait together. */
    private final long bound;

    private boolean closed;

    /** What is known of a data source that is written to. Its monitor is held by who writes there, to the commit. */
    private static final class Target {
        /** Rows whose place is taken, by the place and the key of the row that has it; the lists are never changed. */
        Map<Place, Map<List<Object>, List<Slot>>> waiting = new HashMap<>();

        /** Whether a part could not be taken back, so that nothing may be committed there any more. */
        boolean broken;

        /** By the last commit, about how many bytes those of a data source take; others are absent. */
        volatile Map<String, Long> bytes = Map.of();
    }

    /**
     * Who has a key in a place.
     *
     * @param key as it is written there
     * @param row that is to be written; null for one that is there and stays
     */
    private record Slot(
            NodeTable owner, List<Object> key, @Nullable MovedRow row) {}

    /** @param target closed with this */
    public ChangeWriter(Direction direction, TargetRows target) {
        this(direction, target, Runtime.getRuntime().maxMemory() / WAITING_PART);
    }

    ChangeWriter(Direction direction, TargetRows target, long bound) {
        this.direction = direction;
        this.target = target;
        this.bound = bound;
    }

    /** Whether so many rows of a data source wait that the others should be heard first. */
    boolean isFull(String dataSource) {
        return targets.values().stream()
                        .mapToLong(each -> each.bytes.getOrDefault(dataSource, 0L))
                        .sum()
                > bound / 2;
    }

    /**
     * Writes a batch, but for rows that have to wait. When that fails, some data sources may have written their part.
     */
    void write(ChangeBatch batch) throws SQLException {
        open.readLock().lock();
        try {
            if (closed) {
                throw new SQLException("Changes are not written any more");
            }
            Map<String, Map<Place, Map<OwnedKey, @Nullable MovedRow>>> places = new LinkedHashMap<>();
            batch.rows().forEach((place, told) -> places.computeIfAbsent(
                            place.node().dataSource(), dataSource -> new LinkedHashMap<>())
                    .put(place, told));
            Map<String, TargetRows.Part> parts = new LinkedHashMap<>();
            places.forEach((dataSource, its) -> parts.put(dataSource, () -> write(dataSource, its)));
            target.together(parts);
        } finally {
            open.readLock().unlock();
        }
    }

    /**
     * Whether no row of a data source waits: what it told in the batches that were written is done. To be asked between
     * its batches.
     */
    boolean isSettled(String dataSource) {
        return targets.values().stream().noneMatch(each -> each.bytes.containsKey(dataSource));
    }

    private void write(String dataSource, Map<Place, Map<OwnedKey, @Nullable MovedRow>> places) throws SQLException {
        Target its = targets.computeIfAbsent(dataSource, name -> new Target());
        synchronized (its) {
            if (its.broken) {
                throw new SQLException(
                        "what was written to " + dataSource + " before could not be taken back", "25000");
            }
            boolean together = true;
            for (int i = 1; ; i++) {
                try {
                    write(dataSource, its, places, together);
                    return;
                } catch (SQLException e) {
                    // two rows have one key in other letters
                    boolean alike = together && target.isDuplicate(e);
                    if (its.broken || i == TRIES || !alike && !target.gaveWay(e)) {
                        throw e;
                    }
                    together = !alike && together;
                }
            }
        }
    }

    /** @param together whether rows of a place are settled at once, where they can be */
    private void write(
            String dataSource, Target its, Map<Place, Map<OwnedKey, @Nullable MovedRow>> places, boolean together)
            throws SQLException {
        Map<Place, Map<List<Object>, List<Slot>>> before = new HashMap<>();
        its.waiting.forEach((place, waits) -> before.put(place, new HashMap<>(waits)));
        try {
            for (Map.Entry<Place, Map<OwnedKey, @Nullable MovedRow>> each : places.entrySet()) {
                write(its, each.getKey(), each.getValue(), together);
            }
            Map<String, Long> bytes = bytesThatWait(its);
            target.commit(dataSource);
            its.bytes = bytes;
        } catch (SQLException | RuntimeException | Error e) {
            its.waiting = before;
            takeBack(dataSource, its, e);
            throw e;
        }
    }

    /** Where that fails, what is open there must never be committed with something else. */
    private void takeBack(String dataSource, Target its, Throwable failure) {
        its.broken = true;
        try {
            target.rollback(dataSource);
            its.broken = false;
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void write(Target its, Place place, Map<OwnedKey, @Nullable MovedRow> told, boolean together)
            throws SQLException {
        if (direction.ownerColumns(place.node().logic()).isEmpty()) {
            replace(place, told);
        } else {
            settle(its, place, told, together);
        }
    }

    /** Of one target; with what waits at the others, which may write meanwhile, it must not be too much. */
    private Map<String, Long> bytesThatWait(Target its) throws SQLException {
        Map<String, Long> bytes = new HashMap<>();
        for (Map<List<Object>, List<Slot>> waits : its.waiting.values()) {
            for (List<Slot> slots : waits.values()) {
                for (Slot slot : slots) {
                    long size = ChangeBatch.KEY_BYTES
                            + (slot.row() == null ? 0 : slot.row().bytes());
                    bytes.merge(slot.owner().dataSource(), size, Long::sum);
                }
            }
        }
        long sum = bytes.values().stream().mapToLong(Long::longValue).sum();
        for (Target each : targets.values()) {
            if (each != its) {
                sum += each.bytes.values().stream().mapToLong(Long::longValue).sum();
            }
        }
        if (sum > bound) {
            throw new SQLException("Rows of more than " + bound + " bytes came to a data node, and the data nodes that"
                    + " they left have not told yet that they went. Give the process more memory than "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MB (-Xmx), or let fewer rows change their data node"
                    + " at once, and start the job again");
        }
        return bytes;
    }

    private void replace(Place place, Map<OwnedKey, @Nullable MovedRow> told) throws SQLException {
        List<List<Object>> keys = new ArrayList<>();
        List<MovedRow> rows = new ArrayList<>();
        told.forEach((key, row) -> {
            keys.add(key.key());
            if (row != null) {
                rows.add(row);
            }
        });
        target.delete(place.node(), place.form(), keys);
        target.insert(place.node(), place.form(), rows);
    }

    private void settle(Target its, Place place, Map<OwnedKey, @Nullable MovedRow> told, boolean together)
            throws SQLException {
        Set<List<Object>> keys = keys(told);
        Map<List<Object>, Slot> all = together ? there(place, keys) : null;
        if (all != null) {
            settle(its, place, told, keys, all);
            return;
        }
        for (Map.Entry<OwnedKey, @Nullable MovedRow> each : told.entrySet()) {
            Map<OwnedKey, @Nullable MovedRow> one = new HashMap<>();
            one.put(each.getKey(), each.getValue());
            Set<List<Object>> alone = keys(one);
            Map<List<Object>, Slot> there = new HashMap<>();
            found(place, alone).forEach(slot -> there.put(each.getKey().key(), slot));
            settle(its, place, one, alone, there);
        }
    }

    private static Set<List<Object>> keys(Map<OwnedKey, @Nullable MovedRow> told) {
        Set<List<Object>> keys = new LinkedHashSet<>();
        told.keySet().forEach(key -> keys.add(key.key()));
        return keys;
    }

    /**
     * @param keys of those that are told
     * @param there who has them, by the keys as they are told
     */
    private void settle(
            Target its,
            Place place,
            Map<OwnedKey, @Nullable MovedRow> told,
            Set<List<Object>> keys,
            Map<List<Object>, Slot> there)
            throws SQLException {
        Map<List<Object>, Slot> slots = new LinkedHashMap<>(there);
        Map<List<Object>, List<Slot>> waits = its.waiting.computeIfAbsent(place, each -> new HashMap<>());
        told.forEach((key, row) -> settle(key, row, slots, waits));
        Set<List<Object>> gone = new LinkedHashSet<>();
        List<MovedRow> written = new ArrayList<>();
        for (List<Object> key : keys) {
            Slot slot = slots.get(key);
            if (there.containsKey(key) && there.get(key) != slot) {
                gone.add(key);
            }
            if (slot != null && slot.row() != null) {
                written.add(slot.row());
            }
        }
        target.delete(place.node(), place.form(), gone);
        target.insert(place.node(), place.form(), written);
    }

    private static void settle(
            OwnedKey told, @Nullable MovedRow row, Map<List<Object>, Slot> slots, Map<List<Object>, List<Slot>> waits) {
        List<Object> key = told.key();
        Slot taken = slots.get(key);
        List<Slot> waited = waits.remove(taken == null ? key : taken.key());
        List<Slot> others = (waited == null ? List.<Slot>of() : waited)
                .stream().filter(slot -> !slot.owner().equals(told.owner())).toList();
        boolean takenByOther = taken != null && !taken.owner().equals(told.owner());
        if (takenByOther && row != null) {
            List<Slot> all = new ArrayList<>(others);
            all.add(new Slot(told.owner(), key, row));
            others = all;
        } else if (row != null) {
            slots.put(key, new Slot(told.owner(), key, row));
        } else if (!takenByOther) {
            slots.remove(key);
            if (!others.isEmpty()) {
                slots.put(key, others.get(0));
                others = others.subList(1, others.size());
            }
        }
        Slot now = slots.get(key);
        if (now != null) {
            // whose row is there waits for nobody: it was written where a part of a batch was committed before
            List<Slot> left = others.stream()
                    .filter(slot -> !slot.owner().equals(now.owner()))
                    .toList();
            if (!left.isEmpty()) {
                waits.put(now.key(), left);
            }
        }
    }

    /** Who has these keys; null where some of them may be the same, or those that are there, in other letters. */
    private @Nullable Map<List<Object>, Slot> there(Place place, Set<List<Object>> keys) throws SQLException {
        Map<List<Object>, Slot> there = new HashMap<>();
        for (Slot each : found(place, keys)) {
            there.put(each.key(), each);
        }
        if (there.isEmpty() || target.hasOneSpelling(place.form())) {
            return there;
        }
        Set<List<Object>> absent = new LinkedHashSet<>(keys);
        absent.removeAll(there.keySet());
        boolean alike =
                !keys.containsAll(there.keySet()) || !found(place, absent).isEmpty();
        return alike ? null : there;
    }

    private List<Slot> found(Place place, Set<List<Object>> keys) throws SQLException {
        MovedTable form = place.form();
        String logic = place.node().logic();
        Function<MovedRow, NodeTable> owner = direction.owner(logic, form);
        List<Integer> columns =
                direction.ownerColumns(logic).stream().map(form::position).toList();
        List<Slot> found = new ArrayList<>();
        for (MovedRow row : target.found(place.node(), form, keys, columns)) {
            found.add(new Slot(Objects.requireNonNull(owner.apply(row)), row.key(form), null));
        }
        return found;
    }

    @Override
    public void close() throws SQLException {
        open.writeLock().lock();
        try {
            closed = true;
            target.close();
        } finally {
            open.writeLock().unlock();
        }
    }
}
