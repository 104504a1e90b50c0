package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Cast;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.plan.internal.syntax.TextEdits;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;

/**
 * The functions of a statement that ask where its connection is: {@code DATABASE()}, {@code current_schema}. Where data
 * sources differ, the answer of one of them would be no name that the application can use; it gets the one that it
 * sees, under the label that the function has. Where PostgreSQL's own catalog is asked about a database, or one of its
 * functions, the name stays what they know. One per statement.
 */
final class CurrentDatabaseFunctions {
    private final ParsedSql parsed;
    private final Dialect dialect;
    /** True for those that ask for the schema. */
    private final Map<FunctionCall, Boolean> calls = new IdentityHashMap<>();

    CurrentDatabaseFunctions(ParsedSql parsed, Dialect dialect) {
        this.parsed = parsed;
        this.dialect = dialect;
        List<FunctionCall> all = Tree.all(parsed.statement(), FunctionCall.class);
        for (FunctionCall call : all) {
            Boolean schema = asksForSchema(call);
            if (schema != null) {
                calls.put(call, schema);
            }
        }
        if (!calls.isEmpty() && dialect.postgreSqlFamily()) {
            all.forEach(call -> call.arguments().forEach(calls::remove));
            if (readsSystemCatalog()) {
                calls.clear();
            }
        }
    }

    private Boolean asksForSchema(FunctionCall call) {
        if (!call.arguments().isEmpty() || call.name().parts().size() > 1) {
            return null;
        }
        return switch (call.name().last().text().toLowerCase(Locale.ROOT)) {
            case "database" -> dialect.postgreSqlFamily() ? null : Boolean.FALSE;
            case "current_database", "current_catalog" -> dialect.mySqlFamily() ? null : Boolean.FALSE;
            case "schema" -> dialect.postgreSqlFamily() ? null : Boolean.valueOf(!dialect.mySqlFamily());
            case "current_schema" -> dialect.mySqlFamily() ? null : Boolean.TRUE;
            default -> null;
        };
    }

    private boolean readsSystemCatalog() {
        return Tree.all(parsed.statement(), NamedTable.class).stream()
                .anyMatch(table ->
                        table.name().last().text().toLowerCase(Locale.ROOT).startsWith("pg_"));
    }

    /** Whether the statement asks at all. */
    boolean isAsked() {
        return !calls.isEmpty();
    }

    /** Adds the answers, and the labels of what was edited so far. */
    void edit(DatabaseNames databases, TextEdits edits) {
        List<FunctionCall> replaced = new ArrayList<>();
        calls.forEach((call, schema) -> {
            boolean common = (schema ? databases.commonSchema() : databases.commonCatalog()) != null;
            String shown = schema ? databases.shownSchema() : databases.shownCatalog();
            if (!common && shown != null) {
                edits.replace(call.span().start(), call.span().stop(), literal(shown));
                replaced.add(call);
            }
        });
        for (Select select : Tree.all(parsed.statement(), Select.class)) {
            select.items().forEach(item -> label(item, replaced, edits));
        }
    }

    private String literal(String name) {
        String text = dialect.mySqlFamily() ? name.replace("\\", "\\\\") : name;
        String literal = "'" + text.replace("'", "''") + "'";
        return dialect.postgreSqlFamily() ? "CAST(" + literal + " AS name)" : literal;
    }

    private void label(SelectItem item, List<FunctionCall> replaced, TextEdits edits) {
        if (!(item instanceof ExpressionItem expression)
                || expression.alias() != null
                || expression.expression() instanceof ColumnReference
                || !edits.touches(item.span())) {
            return;
        }
        String label = dialect.mySqlFamily()
                ? item.span().of(parsed.sql()).strip()
                : labelOf(expression.expression(), replaced);
        if (label != null) {
            String mark = dialect.mySqlFamily() ? "`" : "\"";
            edits.replace(
                    item.span().stop(), item.span().stop(), " AS " + mark + label.replace(mark, mark + mark) + mark);
        }
    }

    /** The label that a database gives to such a function; null for what only contains one. */
    private String labelOf(Expression expression, List<FunctionCall> replaced) {
        Expression inner = expression;
        while (dialect.postgreSqlFamily() && inner instanceof Cast cast) {
            inner = cast.value();
        }
        for (FunctionCall call : replaced) {
            if (call == inner) {
                String name = call.name().last().text().toLowerCase(Locale.ROOT);
                return dialect.postgreSqlFamily() ? name : calls.get(call) ? "CURRENT_SCHEMA" : "CURRENT_CATALOG";
            }
        }
        return null;
    }
}
