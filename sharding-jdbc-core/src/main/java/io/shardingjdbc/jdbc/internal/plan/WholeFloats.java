package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.parser.ParsedSql;
import io.shardingjdbc.parser.ast.ColumnReference;
import io.shardingjdbc.parser.ast.ExpressionItem;
import io.shardingjdbc.parser.ast.Identifier;
import io.shardingjdbc.parser.ast.InsertStatement;
import io.shardingjdbc.parser.ast.Query;
import io.shardingjdbc.parser.ast.Select;
import io.shardingjdbc.parser.ast.SelectItem;
import io.shardingjdbc.parser.ast.Span;
import io.shardingjdbc.parser.ast.StarItem;
import io.shardingjdbc.rewrite.Names;
import io.shardingjdbc.route.internal.bind.BoundStatement;
import io.shardingjdbc.route.internal.bind.OutputColumn;
import io.shardingjdbc.route.internal.catalog.ColumnSchema;
import io.shardingjdbc.route.internal.catalog.TableSchema;
import java.util.List;
import java.util.Locale;

/**
 * The query of an INSERT, written so that its FLOAT columns arrive whole: MySQL and MariaDB show a FLOAT with six
 * digits, but all of them when it is a DOUBLE. What is left a FLOAT is refused when the rows are copied. One per
 * statement; not thread-safe.
 */
final class WholeFloats {
    private static final String WIDE = " * 1e0";

    private final ParsedSql parsed;
    private final InsertStatement insert;
    private final TableSchema target;
    private final Names names;

    /** @param target the table that is written, null when it is not known */
    WholeFloats(ParsedSql parsed, InsertStatement insert, TableSchema target, Names names) {
        this.parsed = parsed;
        this.insert = insert;
        this.target = target;
        this.names = names;
    }

    /**
     * Adds the query to a text.
     *
     * @param bound the INSERT with its names resolved, null when they are not
     * @param rows where the query stands
     */
    void add(StepTemplate.Builder text, BoundStatement bound, Query query, Span rows) {
        List<OutputColumn> outputs = bound == null ? null : bound.outputs(query);
        if (outputs == null || !(query.body() instanceof Select select) || stars(select) > 1) {
            text.copy(rows);
            return;
        }
        int from = rows.start();
        int output = 0;
        for (SelectItem item : select.items()) {
            boolean star = item instanceof StarItem;
            int width = star ? outputs.size() - select.items().size() + 1 : 1;
            if (star && isAnyFloat(outputs, output, width)) {
                text.copy(new Span(from, item.span().start()));
                text.text(list(outputs, output, width));
                from = item.span().stop();
            } else if (!star && isFloat(outputs, output)) {
                int end = ((ExpressionItem) item).expression().span().stop();
                text.copy(new Span(from, end)).text(WIDE);
                from = end;
            }
            output += width;
        }
        text.copy(new Span(from, rows.stop()));
    }

    private static long stars(Select select) {
        return select.items().stream().filter(StarItem.class::isInstance).count();
    }

    private boolean isAnyFloat(List<OutputColumn> outputs, int from, int width) {
        boolean any = false;
        for (int i = from; i < from + width; i++) {
            if (outputs.get(i).label() == null) {
                return false;
            }
            any |= isFloat(outputs, i);
        }
        return any;
    }

    private boolean isFloat(List<OutputColumn> outputs, int position) {
        OutputColumn output = outputs.get(position);
        boolean column = output.expression() == null || output.expression() instanceof ColumnReference;
        return column && output.schema() != null && isFloat(output.schema()) && takesNumber(position);
    }

    private static boolean isFloat(ColumnSchema column) {
        return column.typeName() != null
                && column.typeName().toUpperCase(Locale.ROOT).startsWith("FLOAT");
    }

    /** A text would take the digits of a DOUBLE. */
    private boolean takesNumber(int position) {
        ColumnSchema column = null;
        if (target != null && !insert.columns().isEmpty()) {
            List<Identifier> columns = insert.columns();
            column = position < columns.size()
                    ? target.column(columns.get(position).text())
                    : null;
        } else if (target != null && position < target.columns().size()) {
            column = target.columns().get(position);
        }
        return column != null && !KeyType.isText(column);
    }

    private String list(List<OutputColumn> outputs, int from, int width) {
        StringBuilder list = new StringBuilder();
        for (int i = from; i < from + width; i++) {
            OutputColumn output = outputs.get(i);
            list.append(i == from ? "" : ", ");
            if (output.relation() != null) {
                list.append(output.relation().span().of(parsed.sql())).append('.');
            }
            list.append(names.column(output.label())).append(isFloat(outputs, i) ? WIDE : "");
        }
        return list.toString();
    }
}
