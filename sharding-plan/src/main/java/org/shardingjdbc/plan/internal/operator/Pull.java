package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.internal.fact.PlanFacts.WholeTable;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.nested.Variants;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;

/**
 * A query whose tables are pulled into temporary tables of one data source, where the rest runs as the user wrote it.
 * Immutable.
 *
 * @param leaves the pulled tables and subqueries, in text order
 * @param dataSource index of the data source where they are combined
 * @param dataSourceName its name
 * @param combining the statement there: actual SQL, in which the leaves' tables replace what they hold; its sources are
 *     parameters of the outer statement only
 * @param whole the tables of leaves of which the statement takes all columns
 * @param otherwise another pull, of tables only, for a database that finds the texts of pulled subqueries to have
 *     collations that do not mix; null where there is no other pull
 * @param shown the combining statement for logs and explanations, without values where they must not be shown; null
 *     where it is shown as it is
 * @param locks how the query's rows are locked; null where they are not locked
 */
public record Pull(
        List<Leaf> leaves,
        int dataSource,
        String dataSourceName,
        NestedStatement combining,
        List<WholeTable> whole,
        @Nullable Pull otherwise,
        @Nullable String shown,
        @Nullable RowLocks locks)
        implements SteppedExecution {
    /** One whose values may be shown. */
    public Pull(
            List<Leaf> leaves,
            int dataSource,
            String dataSourceName,
            NestedStatement combining,
            List<WholeTable> whole) {
        this(leaves, dataSource, dataSourceName, combining, whole, null, null, null);
    }

    public Pull {
        leaves = List.copyOf(leaves);
        whole = List.copyOf(whole);
    }

    public Pull or(Pull other) {
        return new Pull(leaves, dataSource, dataSourceName, combining, whole, other, shown, locks);
    }

    /**
     * The same pull with its rows locked.
     *
     * @param lockingLeaves the leaves that are pulled then
     */
    public Pull locked(List<Leaf> lockingLeaves, RowLocks rowLocks) {
        return new Pull(lockingLeaves, dataSource, dataSourceName, combining, whole, otherwise, shown, rowLocks);
    }

    /** The same pull, whose values are never shown. */
    public Pull shownWithoutLiterals(Dialect dialect) {
        String without = Tokens.withoutLiterals(combining.sql(), dialect);
        return new Pull(leaves, dataSource, dataSourceName, combining, whole, otherwise, without, locks);
    }

    /** The same pull with other reads for its rows; no other pull replaces it. */
    public Pull reading(List<Leaf> otherLeaves) {
        return new Pull(otherLeaves, dataSource, dataSourceName, combining, whole);
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "Pull";
    }

    @Override
    public String detail() {
        return "into temporary tables of " + dataSourceName;
    }

    /**
     * The leaves, then the query on them; where rows are found and locked by their keys, the query for the keys first.
     */
    @Override
    public List<NestedStep> inputs() {
        List<NestedStep> inputs = new ArrayList<>();
        RowLocks locked = locks == null ? RowLocks.BY_LEAVES : locks;
        NestedStatement find = locked.find();
        if (find != null) {
            inputs.add(NestedStep.planned("Find", "the keys of the rows to lock", find));
        }
        for (int i = 0; i < leaves.size(); i++) {
            NestedStep step = leaves.get(i).step(leaves);
            RowLocks.LockedTable table = find == null ? null : locked.of(i);
            inputs.add(table == null ? step : step.or(table));
        }
        ExplainedUnit last = new ExplainedUnit(dataSourceName, shownText(), combining.shownSources(), "MEMORY_STRICT");
        inputs.add(NestedStep.last("Combine", "", combining, last));
        return inputs;
    }

    /** The combining statement for people. */
    public String shownText() {
        return shown == null ? combining.text() : shown;
    }

    /**
     * Rows that are pulled from the shards into a temporary table. Immutable.
     *
     * @param name for messages and explanations: a logic table as the statement names it, or the excerpt of a subquery
     * @param table the temporary table's name, unquoted, unique within its statement
     * @param rows reads the rows
     * @param columnsSql an actual query without parameters that returns no row, whose columns have the names and types
     *     of the leaf's
     * @param readsToTell whether that is a query with subqueries, which the database may run before it knows the
     *     columns
     * @param columnsDataSource index of the data source where {@code columnsSql} can be asked: the combining one if it
     *     has such a table
     * @param copies names of further temporary tables with the same rows
     * @param narrowing how fewer of its rows are read when other leaves were read before
     */
    public record Leaf(
            String name,
            String table,
            NestedStatement rows,
            String columnsSql,
            boolean readsToTell,
            int columnsDataSource,
            Keys keys,
            List<String> copies,
            Narrowing narrowing) {
        public Leaf {
            copies = List.copyOf(copies);
        }

        /** One that is read whole. */
        public Leaf(
                String name,
                String table,
                NestedStatement rows,
                String columnsSql,
                boolean readsToTell,
                int columnsDataSource,
                Keys keys,
                List<String> copies) {
            this(name, table, rows, columnsSql, readsToTell, columnsDataSource, keys, copies, Narrowing.NONE);
        }

        /**
         * How fewer rows of the leaf are read.
         *
         * @param selectivity the higher, the fewer rows its own conditions are expected to leave, so that it is read
         *     before others; says nothing of the answer
         * @param byKeys what other leaves may have the keys of its rows
         */
        public record Narrowing(int selectivity, List<RowsByKeys> byKeys) {
            /** It is read whole, after those of which something is known. */
            public static final Narrowing NONE = new Narrowing(0, List.of());

            public Narrowing {
                byKeys = List.copyOf(byKeys);
            }
        }

        /**
         * How rows of the leaf are found.
         *
         * @param key the columns, quoted, of the primary key that the table gets; empty when nothing needs one
         * @param lookUps columns, quoted, by which queries find rows of the table anew for each row around them
         */
        public record Keys(List<String> key, List<String> lookUps) {
            /** Rows are not found by keys. */
            public static final Keys NONE = new Keys(List.of(), List.of());

            public Keys {
                key = List.copyOf(key);
                lookUps = List.copyOf(lookUps);
            }
        }

        /** The same leaf with another read for its rows. */
        public Leaf reading(NestedStatement otherRows) {
            return new Leaf(name, table, otherRows, columnsSql, readsToTell, columnsDataSource, keys, copies);
        }

        /** All temporary tables with the leaf's rows. */
        public List<String> tables() {
            List<String> all = new ArrayList<>();
            all.add(table);
            all.addAll(copies);
            return all;
        }

        /** The step that reads the rows. */
        NestedStep step(List<Leaf> all) {
            StringBuilder detail = new StringBuilder(String.join(", ", tables()))
                    .append(" of ")
                    .append(name);
            for (int i = 0; i < narrowing.byKeys().size(); i++) {
                RowsByKeys by = narrowing.byKeys().get(i);
                detail.append(i == 0 ? ", by few keys " : " or ")
                        .append(by.sought().name().text())
                        .append(" of ")
                        .append(all.get(by.leaf()).table());
            }
            NestedStep step = NestedStep.planned("Leaf", detail.toString(), rows);
            for (RowsByKeys by : narrowing.byKeys()) {
                step = step.or(by);
            }
            return step;
        }
    }

    /**
     * How a query that answers from pulled rows locks its rows. Where {@code find} is null, the leaves lock what they
     * read. Otherwise the leaves do not read the rows of locked tables: the keys of the rows that the query returns are
     * found, and the rows are read and locked by these keys. Immutable.
     *
     * @param find reads the keys of all locked tables, those of the first table first; its sources are parameters of
     *     the outer statement only
     * @param tables the locked tables, in the order of their leaves; empty where leaves lock what they read
     */
    public record RowLocks(@Nullable NestedStatement find, List<LockedTable> tables) {
        /** Leaves lock what they read. */
        public static final RowLocks BY_LEAVES = new RowLocks(null, List.of());

        public RowLocks {
            tables = List.copyOf(tables);
        }

        /** The locked table of a leaf; null where the leaf is not locked. */
        @Nullable
        LockedTable of(int leaf) {
            for (LockedTable table : tables) {
                if (table.leaf() == leaf) {
                    return table;
                }
            }
            return null;
        }

        /** Makes the read that locks the rows of a query. Immutable. */
        public interface LockingRead {
            StepTemplate of(Select rows);
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
                LockingRead locking,
                Variants<Integer, StepTemplate> byCount) {
            public LockedTable {
                key = List.copyOf(key);
            }

            public LockedTable(int leaf, Select rows, List<Identifier> key, LockingRead locking) {
                this(leaf, rows, key, locking, new Variants<>());
            }

            /** The statement for so many keys: its own values are those of the first key, then those of the next. */
            public StepTemplate lock(int keys) {
                return byCount.get(keys, many -> locking.of(withKeys(many)).by(this));
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
}
