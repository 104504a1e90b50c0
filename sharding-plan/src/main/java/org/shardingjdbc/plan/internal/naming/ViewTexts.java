package org.shardingjdbc.plan.internal.naming;

import java.sql.Types;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.internal.catalog.ViewText;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Lets the database show the query of a view over sharded tables as the application wrote it, and not the view that
 * holds it: in system views and by the function that prints views. Other views are shown as the database prints them.
 * Immutable.
 */
record ViewTexts(Dialect dialect) {
    private static final Set<String> DEFINITIONS = Set.of("view_definition", "definition");

    /** Whether a column of a system view tells the queries of views, and the database can be made to decode them. */
    boolean isDefinition(ColumnSchema column) {
        return DEFINITIONS.contains(column.name().toLowerCase(Locale.ROOT)) && decoded("text") != null;
    }

    /** The column as an item of a select list. */
    String item(ColumnSchema column, String quoted) {
        String type = column.jdbcType() == Types.VARCHAR
                ? dialect.types().castType(column.jdbcType(), column.typeName(), column.size(), column.scale())
                : null;
        String shown = decoded(quoted);
        return (type == null ? shown : "CAST(" + shown + " AS " + type + ")") + " AS " + quoted;
    }

    private @Nullable String decoded(String text) {
        return dialect.catalogs().decodedBehind(ViewText.MARK, text);
    }

    /** Adds the edits for each call of the function that prints views. */
    void edit(BoundStatement bound, SqlEdits edits) {
        String printer = dialect.catalogs().viewPrinter();
        if (printer == null) {
            return;
        }
        for (FunctionCall call : bound.parsed().analysis().all(FunctionCall.class)) {
            if (Functions.builtIn(call).equals(printer)) {
                edits.insert(
                        call.span().start(), "(SELECT " + decoded("printed") + " AS " + printer + " FROM (SELECT ");
                edits.insert(call.span().stop(), " AS printed) AS view_text)");
            }
        }
    }
}
