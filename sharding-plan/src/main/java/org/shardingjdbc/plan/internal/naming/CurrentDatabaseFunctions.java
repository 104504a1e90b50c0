package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.CastForm;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.template.NameQuoting;
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
    private final SqlPrinter printer;
    /** With what they ask for. */
    private final Map<FunctionCall, Naming.Place> calls = new IdentityHashMap<>();

    CurrentDatabaseFunctions(ParsedSql parsed, Dialect dialect) {
        this.parsed = parsed;
        this.dialect = dialect;
        this.printer = new SqlPrinter(dialect);
        List<FunctionCall> all = parsed.analysis().all(FunctionCall.class);
        for (FunctionCall call : all) {
            Naming.Place place = place(call);
            if (place != null) {
                calls.put(call, place);
            }
        }
        if (!calls.isEmpty() && dialect.catalogs().isAskedByPlace()) {
            all.forEach(call -> call.arguments().forEach(calls::remove));
            if (readsSystemCatalog()) {
                calls.clear();
            }
        }
    }

    private Naming.@Nullable Place place(FunctionCall call) {
        if (!call.arguments().isEmpty() || call.name().parts().size() > 1) {
            return null;
        }
        return dialect.naming().placeNamedBy(call.name().last().text().toLowerCase(Locale.ROOT));
    }

    private boolean readsSystemCatalog() {
        return parsed.analysis().all(NamedTable.class).stream()
                .anyMatch(table ->
                        table.name().last().text().toLowerCase(Locale.ROOT).startsWith("pg_"));
    }

    /** Whether the statement asks at all. */
    boolean isAsked() {
        return !calls.isEmpty();
    }

    /** Adds the answers, and the labels of what was edited so far. */
    void edit(DatabaseNames databases, TreeEdits edits) {
        List<FunctionCall> replaced = new ArrayList<>();
        calls.forEach((call, place) -> {
            boolean schema = place == Naming.Place.SCHEMA;
            boolean common = (schema ? databases.commonSchema() : databases.commonCatalog()) != null;
            String shown = schema ? databases.shownSchema() : databases.shownCatalog();
            if (!common && shown != null) {
                edits.replace(call, printer.made(literal(shown), null));
                replaced.add(call);
            }
        });
        for (Select select : parsed.analysis().all(Select.class)) {
            select.items().forEach(item -> label(item, replaced, edits));
        }
    }

    private Expression literal(String name) {
        Literal literal = new Literal(Span.NONE, LiteralKind.STRING, name);
        String type = dialect.naming().typeOfPlaces();
        return type == null ? literal : new Cast(Span.NONE, literal, type, CastForm.CAST);
    }

    private void label(SelectItem item, List<FunctionCall> replaced, TreeEdits edits) {
        if (!(item instanceof ExpressionItem expression)
                || expression.alias() != null
                || expression.expression() instanceof ColumnReference
                || !edits.touches(item.span())) {
            return;
        }
        String label = dialect.queries().labelsAreTexts()
                ? item.span().of(parsed.sql()).strip()
                : labelOf(expression.expression(), replaced);
        if (label != null) {
            int end = item.span().stop();
            edits.change(
                    expression,
                    new Span(end, end),
                    printer.made(NameQuoting.quotedName(label), null).between(" AS ", ""),
                    (of, made) -> new ExpressionItem(of.span(), of.expression(), (Identifier) made.get(0)));
        }
    }

    /** The label that a database gives to such a function; null for what only contains one. */
    private @Nullable String labelOf(Expression expression, List<FunctionCall> replaced) {
        Expression inner = expression;
        while (dialect.queries().castsKeepLabels() && inner instanceof Cast cast) {
            inner = cast.value();
        }
        for (FunctionCall call : replaced) {
            Naming.Place place = calls.get(call);
            if (call == inner && place != null) {
                String name = call.name().last().text().toLowerCase(Locale.ROOT);
                return dialect.naming().labelOfPlace(name, place);
            }
        }
        return null;
    }
}
