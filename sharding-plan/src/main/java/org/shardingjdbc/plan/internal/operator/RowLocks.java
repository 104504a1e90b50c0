package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import java.util.StringJoiner;

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
     * @param key the columns that tell its rows apart, as SQL
     * @param clause what locks, with a blank in front
     * @param byCount the statements that were made before, by how many keys they lock
     */
    public record LockedTable(
            int leaf, String rows, List<String> key, String clause, Variants<Integer, StepTemplate> byCount) {
        public LockedTable {
            key = List.copyOf(key);
        }

        public LockedTable(int leaf, String rows, List<String> key, String clause) {
            this(leaf, rows, key, clause, new Variants<>());
        }

        /** The statement for so many keys: its own values are those of the first key, then those of the next. */
        public StepTemplate lock(int keys) {
            return byCount.get(keys, many -> locking(many).by(this));
        }

        private StepTemplate locking(int keys) {
            StepTemplate.Builder text = StepTemplate.Builder.free().text(rows + " WHERE ");
            if (key.size() == 1) {
                text.text(key.get(0) + " IN (");
                for (int i = 0; i < keys; i++) {
                    text.text(i == 0 ? "" : ", ").own(i);
                }
                return text.text(")" + clause).build();
            }
            for (int i = 0; i < keys; i++) {
                text.text(i == 0 ? "(" : " OR (");
                for (int k = 0; k < key.size(); k++) {
                    text.text(k == 0 ? "" : " AND ").text(key.get(k) + " = ").own(i * key.size() + k);
                }
                text.text(")");
            }
            return text.text(clause).build();
        }

        /** The statement for people. */
        public String shown() {
            StringJoiner columns = new StringJoiner(", ", key.size() == 1 ? "" : "(", key.size() == 1 ? "" : ")");
            key.forEach(columns::add);
            return rows + " WHERE " + columns + " IN (found)" + clause;
        }
    }
}
