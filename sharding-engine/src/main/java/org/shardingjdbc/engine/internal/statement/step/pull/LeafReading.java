package org.shardingjdbc.engine.internal.statement.step.pull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.engine.internal.pull.PullMeter;
import org.shardingjdbc.engine.internal.pull.PulledRows;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.operator.RowsByKeys;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/**
 * Reads the leaves of a query, one after the other: next the one of which the rows that were read already have the
 * fewest keys, and of that only the rows with these keys; where there is none, the one whose own conditions are
 * expected to leave the fewest rows, whole. Each leaf that is read so has all rows that the statement can join with
 * those of the leaves before it, so that the answer over all of them is that over whole leaves. One per execution, used
 * by one thread.
 */
final class LeafReading {
    private final OuterStatement outer;
    private final Pull query;
    private final PullMeter meter;
    private final Dialect dialect;
    /** Null for leaves that were not read yet. */
    private final @Nullable PulledRows[] read;

    /** By the column of a leaf that was read; empty where there are too many. */
    private final Map<List<Integer>, Optional<Set<Long>>> found = new HashMap<>();

    /**
     * @param dialect of the data source that combines the rows
     * @param read the rows of each leaf that was read already; null for the others
     */
    LeafReading(OuterStatement outer, Pull query, PullMeter meter, Dialect dialect, @Nullable PulledRows[] read) {
        this.outer = outer;
        this.query = query;
        this.meter = meter;
        this.dialect = dialect;
        this.read = read;
    }

    /** A leaf, and the keys that its rows have. */
    private record KeyedLeaf(int leaf, RowsByKeys rows, Set<Long> keys) {}

    /** The rows of all leaves, in their order. */
    List<PulledRows> all() throws SQLException {
        for (int left = left(); left > 0; left--) {
            KeyedLeaf keyed = keyed();
            if (keyed == null) {
                readWhole(mostSelective());
            } else {
                read(keyed);
            }
        }
        return Arrays.asList(read);
    }

    private int left() {
        int left = 0;
        for (PulledRows rows : read) {
            left += rows == null ? 1 : 0;
        }
        return left;
    }

    /** The leaf that is to be read next by keys, and the fewest there are for it; null where there is none. */
    private @Nullable KeyedLeaf keyed() {
        KeyedLeaf best = null;
        for (int leaf = 0; leaf < read.length; leaf++) {
            for (RowsByKeys rows : read[leaf] == null ? byKeys(leaf) : List.<RowsByKeys>of()) {
                Set<Long> keys = keys(rows);
                if (keys != null && (best == null || keys.size() < best.keys().size())) {
                    best = new KeyedLeaf(leaf, rows, keys);
                }
            }
        }
        return best;
    }

    private List<RowsByKeys> byKeys(int leaf) {
        return query.leaves().get(leaf).narrowing().byKeys();
    }

    /** Null where the leaf with the keys was not read, or has too many. */
    private @Nullable Set<Long> keys(RowsByKeys rows) {
        PulledRows other = read[rows.leaf()];
        return other == null
                ? null
                : found.computeIfAbsent(
                                List.of(rows.leaf(), rows.column()),
                                column -> Optional.ofNullable(other.keys(rows.column(), RowsByKeys.MOST_KEYS)))
                        .orElse(null);
    }

    private int mostSelective() {
        int best = -1;
        for (int leaf = 0; leaf < read.length; leaf++) {
            if (read[leaf] == null && (best < 0 || selectivity(leaf) > selectivity(best))) {
                best = leaf;
            }
        }
        return best;
    }

    private int selectivity(int leaf) {
        return query.leaves().get(leaf).narrowing().selectivity();
    }

    private void readWhole(int leaf) throws SQLException {
        read(leaf, query.leaves().get(leaf).rows(), List.of());
    }

    private void read(KeyedLeaf keyed) throws SQLException {
        boolean listed = keyed.rows().array() == null;
        List<CopiedValue> values = listed ? padded(keyed.keys()) : List.of(array(keyed.keys()));
        NestedStatement statement = keyed.rows().of(values.size());
        if (isAnswered(statement, values, listed && keyed.rows().placed())) {
            read(keyed.leaf(), statement, values);
        } else {
            readWhole(keyed.leaf());
        }
    }

    /**
     * The keys, so many that there are few different texts, each planned once; where there is none, NULL, so that only
     * the columns are returned.
     */
    private static List<CopiedValue> padded(Set<Long> keys) {
        List<CopiedValue> values = new ArrayList<>();
        for (Long key : keys) {
            values.add(new CopiedValue(PlainCarrier.LONG, key));
        }
        if (values.isEmpty()) {
            values.add(new CopiedValue(null, null));
        }
        CopiedValue last = values.get(values.size() - 1);
        int places = Integer.highestOneBit(2 * values.size() - 1);
        while (values.size() < places) {
            values.add(last);
        }
        return values;
    }

    private static CopiedValue array(Set<Long> keys) {
        StringJoiner array = new StringJoiner(",", "{", "}");
        keys.forEach(key -> array.add(key.toString()));
        return new CopiedValue(PlainCarrier.LITERAL, array.toString());
    }

    /**
     * Whether data nodes answer it as they answer the whole leaf. A key that the other table has need not be one that
     * an algorithm can place, and may be one by which a rule chooses other databases.
     */
    private boolean isAnswered(NestedStatement statement, List<CopiedValue> values, boolean placed) {
        try {
            if (!(outer.session().plans().plan(statement).plan() instanceof ShardPlan plan)
                    || plan.rules().sides().areThere()) {
                return false;
            }
            return !placed
                    || plan.decide(values(statement, values), outer.statement().hints())
                            .isProved();
        } catch (ShardingException e) {
            return false;
        }
    }

    private Object[] values(NestedStatement statement, List<CopiedValue> own) {
        Object[] given = outer.ownParameters().values();
        int[] sources = statement.sources();
        Object[] values = new Object[sources.length];
        for (int i = 0; i < sources.length; i++) {
            values[i] = sources[i] < 0 ? own.get(-1 - sources[i]).value() : given[sources[i]];
        }
        return values;
    }

    private void read(int leaf, NestedStatement statement, List<CopiedValue> own) throws SQLException {
        Leaf of = query.leaves().get(leaf);
        PulledRows rows = new PulledRows(dialect, of.name(), meter);
        outer.read(statement, own, meter.mostRows(), rows::columns, rows::add);
        read[leaf] = rows;
    }
}
