package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InList;
import org.shardingjdbc.parser.internal.ast.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;

/**
 * How the rows are locked that a query answers with from pulled ones. Where {@code find} is null, its leaves lock what
 * they read. Otherwise the rows of locked tables are not read by their leaves: the keys of those that the query returns
 * are found, and the rows are read and locked by them. Immutable.
 *
 * @param find reads the keys of all locked tables, those of the first table first; its sources are parameters of the
 *     outer statement only
 * @param tables the locked tables, in the order of their leaves; empty where leaves lock what they read
 */
public record RowLocks(NestedStatement find, List<LockedTable> tables) {
    /** Leaves lock what they read. */
    public static final RowLocks BY_LEAVES = new RowLocks(null, List.of());

    public RowLocks {
        tables = List.copyOf(tables);
    }

    /** The locked table of a leaf; null where it is none. */
    LockedTable of(int leaf) {
        for (LockedTable table : tables) {
            if (table.leaf() == leaf) {
                return table;
            }
        }
        return null;
    }

    /**
     * A table whose rows are locked.
     *
     * @param leaf its position among the leaves
     * @param rows reads the columns of the leaf, of all rows
     * @param key the columns that tell its rows apart
     * @param locking makes what locks the rows that a query reads
     * @param byCount the statements that were made before, by how many keys they lock
     */
    public record LockedTable(
            int leaf,
            Select rows,
            List<Identifier> key,
            Function<Select, StepTemplate> locking,
            Variants<Integer, StepTemplate> byCount) {
        public LockedTable {
            key = List.copyOf(key);
        }

        public LockedTable(int leaf, Select rows, List<Identifier> key, Function<Select, StepTemplate> locking) {
            this(leaf, rows, key, locking, new Variants<>());
        }

        /** The statement for so many keys: its own values are those of the first key, then those of the next. */
        public StepTemplate lock(int keys) {
            return byCount.get(keys, many -> locking.apply(withKeys(many)).by(this));
        }

        private Select withKeys(int keys) {
            Expression found;
            if (key.size() == 1) {
                List<Expression> values = new ArrayList<>();
                for (int i = 0; i < keys; i++) {
                    values.add(StepTemplate.own(i));
                }
                found = new InList(Span.NONE, column(0), false, values, Span.NONE);
            } else {
                List<Expression> each = new ArrayList<>();
                for (int i = 0; i < keys; i++) {
                    each.add(hasKey(i));
                }
                found = MadeNodes.logical(LogicalOperator.OR, each);
            }
            return MadeNodes.select(rows.items(), rows.from(), MadeNodes.where(List.of(found)));
        }

        private Expression hasKey(int number) {
            List<Expression> equal = new ArrayList<>();
            for (int k = 0; k < key.size(); k++) {
                equal.add(MadeNodes.equal(column(k), StepTemplate.own(number * key.size() + k)));
            }
            return MadeNodes.logical(LogicalOperator.AND, equal);
        }

        private Expression column(int k) {
            return MadeNodes.column(MadeNodes.again(key.get(k)));
        }
    }
}
