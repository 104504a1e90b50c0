package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.SchemaTable;

/**
 * Names of tables that stand in texts and are looked up by the server, as in {@code to_regclass('t_order')} or
 * {@code 't_order'::regclass}: the server is given the actual table that {@link SystemViews} show under the logic name.
 * What measures a table is refused for a sharded one, and so is a name whose table the data source does not have.
 * Immutable.
 */
record RelationTexts(Placements rules, Catalog catalog, Dialect dialect) {
    /**
     * Adds the edits of a statement that one data source answers from what it is asked about itself.
     *
     * @return why it is refused; null where it is not
     */
    @Nullable
    ShardingException edit(BoundStatement bound, SqlEdits edits) {
        if (dialect.naming().typeOfRelations() == null) {
            return null;
        }
        List<Expression> names = new ArrayList<>();
        for (Node node : bound.parsed().analysis().nodes()) {
            Expression name = name(node);
            if (name != null && !(name instanceof ColumnReference)) {
                names.add(name);
            }
        }
        int dataSource = names.isEmpty() ? -1 : dataSource(bound);
        if (dataSource < 0) {
            return null;
        }
        Map<String, String> actual = actualNames(dataSource);
        for (Expression name : names) {
            LogicTable table = table(name);
            if (table != null && !table.isOn(dataSource)) {
                return refusal(bound, name);
            }
            if (!actual.isEmpty() && mayNameTable(name, actual)) {
                edits.insert(name.span().start(), "(SELECT " + mapped(actual) + " FROM (SELECT CAST(");
                edits.insert(name.span().stop(), " AS text) AS n) AS named_relation)");
            }
        }
        return refusalOfMeasures(bound);
    }

    /** What is looked up as the name of a relation; null where nothing is. */
    private @Nullable Expression name(Node node) {
        if (node instanceof Cast cast) {
            String type = cast.type().toLowerCase(Locale.ROOT).strip();
            String last = type.substring(type.lastIndexOf('.') + 1);
            return last.equals(dialect.naming().typeOfRelations()) ? cast.value() : null;
        }
        if (node instanceof FunctionCall call) {
            int at = dialect.naming()
                    .relationArgument(Functions.builtIn(call), call.arguments().size());
            Expression argument = at < 0 || at >= call.arguments().size()
                    ? null
                    : call.arguments().get(at);
            return argument instanceof Cast ? null : argument;
        }
        return null;
    }

    /** Where the statement goes, which names nothing but tables of one data source; -1 for another statement. */
    private int dataSource(BoundStatement bound) {
        int found = -1;
        for (BoundTable table : bound.tables()) {
            if (!table.table().isPinned()) {
                return -1;
            }
            found = table.table().pinnedDataSource();
        }
        return found < 0 ? rules.defaultDataSource() : found;
    }

    /** Actual names, quoted, by all forms in which the logic name may be written. */
    private Map<String, String> actualNames(int dataSource) {
        DatabaseNames databases = catalog.databases();
        String place = databases.physical(dataSource).schema();
        Map<String, String> all = new LinkedHashMap<>();
        TableListing.of(rules, dataSource).shown().forEach((actual, logic) -> {
            String schema = Objects.requireNonNull(place, "its tables are in a schema");
            String bare = dialect.naming().folded(logic);
            String to = quoted(dialect.naming().folded(actual));
            all.put(bare, to);
            all.put(quoted(bare), to);
            for (String each : List.of(databases.shownSchema(), schema)) {
                for (String named : List.of(each + ".", quoted(each) + ".")) {
                    all.put(named + bare, quoted(schema) + "." + to);
                    all.put(named + quoted(bare), quoted(schema) + "." + to);
                }
            }
        });
        return all;
    }

    private String quoted(String name) {
        return dialect.naming().quoted(name);
    }

    private static String unfolded(String text) {
        return text.indexOf('"') < 0 ? text.toLowerCase(Locale.ROOT) : text;
    }

    private static boolean mayNameTable(Expression name, Map<String, String> actual) {
        return !(name instanceof Literal literal)
                || literal.kind() == LiteralKind.STRING
                        && actual.containsKey(unfolded(String.valueOf(literal.value())));
    }

    private String mapped(Map<String, String> actual) {
        StringBuilder sql =
                new StringBuilder("CASE CASE WHEN pg_catalog.strpos(n, '\"') = 0 THEN pg_catalog.lower(n) ELSE n END");
        actual.forEach((logic, to) -> sql.append(" WHEN ")
                .append(dialect.lexis().quoted(logic))
                .append(" THEN ")
                .append(dialect.lexis().quoted(to)));
        return sql.append(" ELSE n END").toString();
    }

    /** The table of the rules, or of another schema, that a text names; null where it names none. */
    private @Nullable LogicTable table(Expression name) {
        if (!(name instanceof Literal literal) || literal.kind() != LiteralKind.STRING) {
            return null;
        }
        String text = unfolded(String.valueOf(literal.value()));
        int dot = text.lastIndexOf('.');
        String last = bare(text.substring(dot + 1));
        String before = dot < 0 ? "" : text.substring(text.lastIndexOf('.', dot - 1) + 1, dot);
        DatabaseNames databases = catalog.databases();
        if (!before.isEmpty() && databases.schema(bare(before)) == Meaning.FOREIGN) {
            SchemaTable place = new SchemaTable(bare(before), !bare(before).equals(before), last);
            int found = catalog.locate(place);
            return found < 0 ? null : PinnedTable.elsewhere(place, found);
        }
        return catalog.own(rules.table(last));
    }

    private static String bare(String name) {
        boolean quotes = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
        return quotes ? name.substring(1, name.length() - 1) : name;
    }

    private @Nullable ShardingException refusalOfMeasures(BoundStatement bound) {
        for (FunctionCall call : bound.parsed().analysis().all(FunctionCall.class)) {
            if (dialect.naming().measuresRelation(Functions.builtIn(call))
                    && !call.arguments().isEmpty()) {
                Expression argument = call.arguments().get(0);
                Expression name = argument instanceof Cast cast ? cast.value() : argument;
                LogicTable table = table(name);
                if (table != null && table.isPartitioned()) {
                    return refusal(bound, call);
                }
            }
        }
        return null;
    }

    private static ShardingException refusal(BoundStatement bound, Node node) {
        SourcePositions positions = new SourcePositions(bound.parsed().sql());
        return positions.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, positions.excerpt(node), node);
    }
}
