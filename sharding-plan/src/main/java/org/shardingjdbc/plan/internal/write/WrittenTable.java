package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * A table that an UPDATE or DELETE writes, where it stands in the statement, and the key of its rows: the primary key,
 * then the sharding columns. Without a primary key it begins with what tells rows apart otherwise. Immutable.
 *
 * @param node where it stands in what is read
 * @param keys the columns' names as stored
 * @param places how many of them are no columns, but what {@link #placed} says
 * @param alone whether nothing else stands beside it
 */
record WrittenTable(
        ParsedSql parsed,
        BoundStatement bound,
        BoundTable table,
        NamedTable node,
        TableSchema schema,
        List<String> keys,
        int places,
        boolean alone) {
    /** Of a key that is all that is in the row. */
    private static final String WHOLE_ROW = "the whole row";

    /** The tables of a statement; none when they are not all known, or one is written under two names. */
    static List<WrittenTable> of(StepSource source, ParsedSql parsed, BoundStatement bound) {
        List<BoundTable> targets = parsed.statement() instanceof UpdateStatement update
                ? updated(update, bound)
                : deleted((DeleteStatement) parsed.statement(), bound);
        List<WrittenTable> all = new ArrayList<>();
        Set<LogicTable> different = new HashSet<>();
        for (BoundTable target : targets) {
            WrittenTable written = of(source, parsed, bound, target);
            if (written == null || !different.add(target.table())) {
                return List.of();
            }
            all.add(written);
        }
        return all;
    }

    private static @Nullable WrittenTable of(
            StepSource source, ParsedSql parsed, BoundStatement bound, BoundTable table) {
        TableSchema schema = table == null ? null : source.catalog().table(table.table());
        if (schema == null) {
            return null;
        }
        List<String> keys = new ArrayList<>();
        for (String name : schema.primaryKey()) {
            ColumnSchema column = schema.column(name);
            keys.add(column == null ? name : column.name());
        }
        if (table.table().placesNulls()) {
            // which no comparison finds
            return null;
        }
        for (String name : table.table().shardingColumns()) {
            ColumnSchema column = schema.column(name);
            if (column == null) {
                return null;
            }
            if (!keys.contains(column.name())) {
                keys.add(column.name());
            }
        }
        boolean alone = parsed.statement() instanceof UpdateStatement update
                ? update.from().isEmpty()
                        && update.targets().size() == 1
                        && update.targets().get(0) instanceof NamedTable
                : ((DeleteStatement) parsed.statement()).from().isEmpty();
        return new WrittenTable(parsed, bound, table, table.node(), schema, List.copyOf(keys), 0, alone);
    }

    private static List<BoundTable> updated(UpdateStatement update, BoundStatement bound) {
        List<BoundTable> all = new ArrayList<>();
        List<NamedTable> targets = new ArrayList<>();
        update.targets().forEach(target -> targets.addAll(Tree.outsideQueries(target, NamedTable.class)));
        for (var assignment : update.assignments()) {
            for (ColumnReference column : assignment.columns()) {
                BoundTable table = bound.origin(column) instanceof ColumnOrigin.OfTable known
                        ? known.table()
                        : targets.size() == 1 ? bound.table(targets.get(0)) : null;
                if (!all.contains(table)) {
                    all.add(table);
                }
            }
        }
        return all;
    }

    private static List<BoundTable> deleted(DeleteStatement delete, BoundStatement bound) {
        List<BoundTable> all = new ArrayList<>();
        delete.targets().forEach(target -> all.add(deleted(target, delete, bound)));
        return all;
    }

    private static @Nullable BoundTable deleted(NamedTable target, DeleteStatement delete, BoundStatement bound) {
        for (Node reference : delete.from()) {
            for (NamedTable named : Tree.all(reference, NamedTable.class, WrittenTable::showsNames)) {
                if (bound.table(named) != null
                        && named.exposedName()
                                .text()
                                .equals(target.name().last().text())) {
                    return bound.table(named);
                }
            }
        }
        return bound.table(target);
    }

    /** Whether the names in a part of a FROM are seen outside of it. */
    private static boolean showsNames(Node part) {
        return !(part instanceof Query) && !(part instanceof JoinedTable join && join.alias() != null);
    }

    /** Whether rows that violate a constraint are left out. */
    boolean ignores() {
        return parsed.statement() instanceof UpdateStatement update
                ? update.ignore()
                : ((DeleteStatement) parsed.statement()).ignore();
    }

    /**
     * The same where rows without a primary key are told apart by where they lie, or by all that is in them: rows that
     * are the same in all columns may be taken for each other. Null where they cannot be told apart.
     */
    @Nullable
    WrittenTable placed(Dialect dialect, NameQuoting names) {
        List<String> own = new ArrayList<>(dialect.writes().rowPlaces());
        if (own.isEmpty()) {
            if (!dialect.writes().limitsRows() || wholeRow(null, dialect, names) == null) {
                return null;
            }
            own.add(WHOLE_ROW);
        }
        int count = own.size();
        own.addAll(keys);
        return new WrittenTable(parsed, bound, table, node, schema, List.copyOf(own), count, alone);
    }

    /** {@code CONCAT_WS(',', COALESCE(a, '-'), ...)} of the texts of all columns; null where one has none. */
    private @Nullable Expression wholeRow(@Nullable Identifier qualifier, Dialect dialect, NameQuoting names) {
        List<Expression> row = new ArrayList<>(List.of(MadeNodes.text(",")));
        for (ColumnSchema column : schema.allColumns()) {
            if (!column.computed()) {
                ValueForm form = dialect.writes().exactText(column.jdbcType(), column.typeName());
                if (form == null) {
                    return null;
                }
                Expression text = MadeNodes.written(form, MadeNodes.column(qualifier, names.columnName(column.name())));
                row.add(MadeNodes.call("COALESCE", List.of(text, MadeNodes.text("-"))));
            }
        }
        return MadeNodes.call("CONCAT_WS", row);
    }

    /** Whether a write by the key may find several rows that are the same, one of which is meant. */
    boolean takesOne() {
        return places > 0 && keys.get(0).equals(WHOLE_ROW);
    }

    /** A part of the key as an expression of a statement over nothing but this table. */
    Expression key(int position, StepSource source) {
        return key(position, null, source);
    }

    /** A part of the key as an expression of the statement. */
    Expression qualifiedKey(int position, StepSource source) {
        return key(position, node.exposedName(), source);
    }

    private Expression key(int position, @Nullable Identifier qualifier, StepSource source) {
        String key = keys.get(position);
        if (position >= places) {
            return MadeNodes.column(qualifier, source.names().columnName(key));
        }
        if (takesOne()) {
            return Objects.requireNonNull(
                    wholeRow(qualifier, source.dialect(), source.names()),
                    "a row is told by all that is in it where all of that has a text");
        }
        return MadeNodes.column(qualifier, new Identifier(Span.NONE, key, false));
    }

    /** Whether a column is one of this table, as far as is known. */
    boolean mayHave(ColumnReference column) {
        return !(bound.origin(column) instanceof ColumnOrigin.OfTable known) || known.table() == table;
    }

    /** Position of a column in the key, -1 when it is none of it. */
    int key(String column) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether an expression reads nothing but the row that is written. */
    boolean isOfRow(Node expression) {
        if (Tree.any(expression, Query.class::isInstance)) {
            return false;
        }
        for (ColumnReference reference : Tree.all(expression, ColumnReference.class)) {
            boolean own =
                    bound.origin(reference) instanceof ColumnOrigin.OfTable known ? known.table() == table : alone;
            if (!own) {
                return false;
            }
        }
        return true;
    }
}
