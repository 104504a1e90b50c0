package org.shardingjdbc.engine.internal.statement.step.pull;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.pull.PullMeter;
import org.shardingjdbc.engine.internal.pull.PulledRows;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.RowReading;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.RowLocks;
import org.shardingjdbc.plan.internal.operator.Pull.RowLocks.LockedTable;

/**
 * Locks the rows that a pulled query returns, and no others: finds their keys, reads and locks the rows by these keys,
 * and finds the keys anew. Rows that are locked by now do not change any more. So when the new keys are among the
 * locked ones, the locked rows make up the answer, whatever their first reader saw of them. Otherwise another
 * transaction added or removed a row during the wait for locks, and all is done again. One per execution, used by one
 * thread.
 */
final class KeyedLocking {
    /** How often keys are searched. */
    private static final int ROUNDS = 10;

    /** How many rows a statement locks; a power of two. */
    private static final int ROWS_AT_ONCE = 64;

    private final OuterStatement outer;
    private final Pull query;
    private final RowLocks locks;
    private final PullMeter meter;
    private final Dialect dialect;

    @SuppressWarnings("NullAway.Init")
    private ValueCopier copier;

    /**
     * @param meter counts the rows of the answer
     * @param dialect of the data source that combines the rows
     */
    KeyedLocking(OuterStatement outer, Pull query, PullMeter meter, Dialect dialect) {
        this.outer = outer;
        this.query = query;
        this.locks = Objects.requireNonNull(query.locks(), "it locks by key");
        this.meter = meter;
        this.dialect = dialect;
    }

    /** The rows of each locked leaf; null for the other leaves. */
    PulledRows[] run() throws SQLException {
        List<Set<List<CopiedValue>>> keys = find();
        for (int round = 1; round < ROUNDS; round++) {
            PulledRows[] rows = new PulledRows[query.leaves().size()];
            PullMeter ofRound = meter.another();
            boolean all = true;
            for (int i = 0; i < keys.size(); i++) {
                LockedTable table = locks.tables().get(i);
                PulledRows locked = lock(table, firstValue(i), new ArrayList<>(keys.get(i)), ofRound);
                all &= locked.size() >= keys.get(i).size();
                rows[table.leaf()] = locked;
            }
            List<Set<List<CopiedValue>>> now = find();
            if (all && areAmong(now, keys)) {
                meter.take(ofRound);
                return rows;
            }
            keys = now;
        }
        throw new ShardingException(ErrorCode.LOCKED_ROWS_CHANGE, ROUNDS);
    }

    private static boolean areAmong(List<Set<List<CopiedValue>>> now, List<Set<List<CopiedValue>>> locked) {
        for (int i = 0; i < now.size(); i++) {
            if (!locked.get(i).containsAll(now.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The keys of each locked table. */
    private List<Set<List<CopiedValue>>> find() throws SQLException {
        List<Set<List<CopiedValue>>> keys = new ArrayList<>();
        locks.tables().forEach(table -> keys.add(new LinkedHashSet<>()));
        outer.read(
                Objects.requireNonNull(locks.find(), "it locks by key"),
                0,
                this::describe,
                row -> take(copier.row(row), keys));
        return keys;
    }

    private void describe(ResultSetMetaData columns) throws SQLException {
        copier = new ValueCopier(columns, outer.dialect(), new BitSet());
    }

    private void take(CopiedValue[] row, List<Set<List<CopiedValue>>> keys) {
        int from = 0;
        long held = 0;
        for (int i = 0; i < keys.size(); i++) {
            int to = from + locks.tables().get(i).key().size();
            keys.get(i).add(List.of(Arrays.copyOfRange(row, from, to)));
            held += keys.get(i).size();
            from = to;
        }
        long maxRowsInMemory = outer.maxRowsInMemory();
        if (maxRowsInMemory > 0 && held > maxRowsInMemory) {
            throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, maxRowsInMemory, "lock them by their keys");
        }
    }

    /** The position among the found values where the key of a locked table begins. */
    private int firstValue(int table) {
        int first = 0;
        for (int i = 0; i < table; i++) {
            first += locks.tables().get(i).key().size();
        }
        return first;
    }

    private PulledRows lock(LockedTable table, int firstValue, List<List<CopiedValue>> keys, PullMeter ofRound)
            throws SQLException {
        PulledRows rows =
                new PulledRows(dialect, query.leaves().get(table.leaf()).name(), ofRound);
        int width = table.key().size();
        for (int from = 0; from < Math.max(keys.size(), 1); from += ROWS_AT_ONCE) {
            List<List<CopiedValue>> some = keys.subList(from, Math.min(keys.size(), from + ROWS_AT_ONCE));
            // padded to a power of two, so that there are few different texts, each planned once
            int places = Math.max(1, Integer.highestOneBit(Math.max(1, 2 * some.size() - 1)));
            List<CopiedValue> own = new ArrayList<>(places * width);
            for (int i = 0; i < places; i++) {
                own.addAll(key(some, i, width));
            }
            boolean first = from == 0;
            var statement = table.lock(places).fill(value -> copier.form(firstValue + value % width));
            try (StepStatement step = outer.prepare(statement, own);
                    ResultSet result = step.query()) {
                if (first) {
                    rows.columns(result.getMetaData());
                }
                RowReading.all(outer.statement(), step.results(), result, rows::add);
            }
        }
        return rows;
    }

    /**
     * The key at that index; behind the last one, the last again; where there is none, NULLs, so that only the columns
     * are returned.
     */
    private static List<CopiedValue> key(List<List<CopiedValue>> keys, int index, int width) {
        if (!keys.isEmpty()) {
            return keys.get(Math.min(index, keys.size() - 1));
        }
        List<CopiedValue> none = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            none.add(new CopiedValue(null, null));
        }
        return none;
    }
}
