package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.operator.Pull.RowLocks;
import org.shardingjdbc.plan.internal.operator.Pull.RowLocks.LockedTable;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * A pulled query whose rows are locked, {@code SELECT ... FOR UPDATE}. Each row that it returns comes of one row of
 * each of its tables, which a primary key tells; so it is a plain inner join of tables.
 *
 * <p>Where plain reads see what locking reads see, the keys of the returned rows are found first, and no other rows are
 * locked. MySQL and MariaDB show plain reads a snapshot, in which a row may be missing that is there by now: there the
 * leaves lock all that they read, which are the rows that conditions on their table alone let through. These databases
 * themselves lock what they look at.
 *
 * <p>Immutable.
 */
record LockableQuery(BoundStatement bound, ActualTables tables) {
    /** Whether the rows of a query with a locking clause can be locked, and no more is asked than that. */
    boolean test() {
        List<Locking> clauses = bound.parsed().analysis().all(Locking.class);
        return clauses.size() == 1
                && bound.parsed().statement() instanceof QueryStatement statement
                && bound.parsed().analysis().all(Query.class).size() == 1
                && statement.query().locking().size() == 1
                && statement.query().with() == null
                && statement.query().limit() == null
                && statement.query().body() instanceof Select select
                && isPlain(select)
                && select.from().stream().allMatch(LockableQuery::isInnerJoin)
                && isSupported(clauses.get(0))
                && bound.tables().stream()
                        .allMatch(table ->
                                !key(table).isEmpty() && isOne(table.node().exposedName()))
                && !new TransformedColumnReads(bound, tables).areThere();
    }

    private static boolean isPlain(Select select) {
        return select.quantifier() == Quantifier.ALL
                && select.modifiers().isEmpty()
                && select.distinctOn().isEmpty()
                && select.groupBy() == null
                && select.having() == null
                && select.windows().isEmpty()
                && select.qualify() == null
                && select.into() == null
                && !Tree.any(
                        select,
                        node -> node instanceof FunctionCall call
                                && (call.over() != null || Functions.isAggregate(call)));
    }

    private static boolean isInnerJoin(TableReference reference) {
        if (reference instanceof JoinedTable join) {
            return (join.kind() == JoinKind.INNER || join.kind() == JoinKind.CROSS)
                    && join.alias() == null
                    && isInnerJoin(join.left())
                    && isInnerJoin(join.right());
        }
        return reference instanceof NamedTable table && table.columnAliases().isEmpty();
    }

    private boolean isSupported(Locking locking) {
        boolean strength =
                locking.strength().equals("UPDATE") || locking.strength().equals("SHARE");
        // rows that are locked without being returned would fail a statement that does not wait
        boolean waiting = locking.waiting() == null || locking.waiting().equals("NOWAIT") && !locksUnseenRows();
        return strength && waiting && locking.tables().stream().allMatch(this::isOne);
    }

    /** Whether a name is that of one table. */
    private boolean isOne(Identifier name) {
        return bound.tables().stream().filter(table -> isNamed(table, name)).count() == 1;
    }

    private static boolean isNamed(BoundTable table, Identifier name) {
        return lower(table.node().exposedName()).equals(lower(name));
    }

    private boolean locksUnseenRows() {
        return tables.dialect().queries().locksUnseenRows();
    }

    /**
     * The columns that tell the rows of a table apart, as they are stored: the primary key, and what places the row;
     * empty where nothing tells them.
     */
    private List<String> key(BoundTable table) {
        TableSchema schema = tables.schema(table);
        if (schema == null || schema.primaryKey().isEmpty()) {
            return List.of();
        }
        if (table.table().placesNulls()) {
            // which no comparison finds
            return List.of();
        }
        List<String> names = new ArrayList<>(schema.primaryKey());
        names.addAll(table.table().shardingColumns());
        List<String> key = new ArrayList<>();
        for (String name : names) {
            ColumnSchema column = schema.column(name);
            if (column == null) {
                return List.of();
            }
            if (!key.contains(column.name())) {
                key.add(column.name());
            }
        }
        return key;
    }

    /**
     * The query with its rows locked.
     *
     * @param drafts those of its leaves; each is of a table
     */
    Pull lock(Pull query, List<LeafDraft> drafts, SqlParser parser) {
        Locking locking = locking();
        List<Leaf> leaves = new ArrayList<>();
        List<LockedTable> locked = new ArrayList<>();
        List<BoundTable> lockedTables = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            Leaf leaf = query.leaves().get(i);
            LeafDraft.OfTable draft = (LeafDraft.OfTable) drafts.get(i);
            BoundTable table = draft.table();
            boolean locks = locking.tables().isEmpty()
                    || !tables.dialect().queries().locksNamedTablesOnly()
                    || locking.tables().stream().anyMatch(name -> isNamed(table, name));
            if (!locks) {
                leaves.add(leaf);
                continue;
            }
            leaves.add(leaf.reading(draft.locked(MadeNodes.locking(locking))));
            lockedTables.add(table);
            locked.add(new LockedTable(i, draft.all(), columns(table), new LockedRead(draft.made(), locking)));
        }
        RowLocks locks = locksUnseenRows() ? RowLocks.BY_LEAVES : new RowLocks(find(lockedTables, parser), locked);
        return query.locked(leaves, locks);
    }

    private Locking locking() {
        return bound.parsed().analysis().all(Locking.class).get(0);
    }

    private List<Identifier> columns(BoundTable table) {
        return key(table).stream().map(tables.names()::columnName).toList();
    }

    /** The keys of the rows that the query returns. */
    private NestedStatement find(List<BoundTable> locked, SqlParser parser) {
        Select select =
                (Select) ((QueryStatement) bound.parsed().statement()).query().body();
        List<SelectItem> keys = new ArrayList<>();
        for (BoundTable table : locked) {
            Identifier name = table.node().exposedName();
            key(table)
                    .forEach(column -> keys.add(
                            MadeNodes.item(MadeNodes.column(name, tables.names().columnName(column)))));
        }
        Select found = MadeNodes.select(keys, select.from(), select.where());
        return StepTemplate.of(MadeNodes.statement(found, null, List.of()), bound.parsed(), NestedPart.WHOLE, parser)
                .fill();
    }

    /** @param as how the statement locks */
    private record LockedRead(LeafDraft.Making made, Locking as) implements RowLocks.LockingRead {
        @Override
        public StepTemplate of(Select rows) {
            return made.template(rows, MadeNodes.locking(as));
        }
    }

    private static String lower(Identifier name) {
        return name.text().toLowerCase(Locale.ROOT);
    }
}
