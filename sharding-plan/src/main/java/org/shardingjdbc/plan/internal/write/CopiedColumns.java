package org.shardingjdbc.plan.internal.write;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The query of an INSERT, written so that its columns arrive as the database itself would convert them, where MySQL and
 * MariaDB make something else of the value that is shown. A FLOAT is shown with six digits, but all of them when it is
 * a DOUBLE (what is left a FLOAT is refused when the rows are copied); a time is a time of today where a date is
 * wanted, and its text another date; of an enumeration a number is the place in its definition; text is binary in the
 * bytes of its own character set. One per statement; not thread-safe.
 */
final class CopiedColumns {
    private static final Form FLOAT = new Form("", " * 1e0");
    private static final Form BYTES = new Form("CAST(", " AS BINARY)");
    private static final Form PLACE = new Form("", " + 0");

    /** What is written around a column. */
    private record Form(String before, String behind) {}

    private final ParsedSql parsed;
    private final InsertStatement insert;
    private final TableSchema target;
    private final NameQuoting names;

    /** @param target the table that is written, null when it is not known */
    CopiedColumns(ParsedSql parsed, InsertStatement insert, TableSchema target, NameQuoting names) {
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
            Form form = star ? null : form(outputs, output);
            if (star && hasAnyForm(outputs, output, width)) {
                text.copy(new Span(from, item.span().start()));
                text.text(list(outputs, output, width));
                from = item.span().stop();
            } else if (form != null) {
                Span column = ((ExpressionItem) item).expression().span();
                text.copy(new Span(from, column.start())).text(form.before);
                text.copy(column).text(form.behind);
                from = column.stop();
            }
            output += width;
        }
        text.copy(new Span(from, rows.stop()));
    }

    private static long stars(Select select) {
        return select.items().stream().filter(StarItem.class::isInstance).count();
    }

    private boolean hasAnyForm(List<OutputColumn> outputs, int from, int width) {
        boolean any = false;
        for (int i = from; i < from + width; i++) {
            if (outputs.get(i).label() == null) {
                return false;
            }
            any |= form(outputs, i) != null;
        }
        return any;
    }

    /** What is written around an output; null when nothing is. */
    private Form form(List<OutputColumn> outputs, int position) {
        OutputColumn output = outputs.get(position);
        boolean column = output.expression() == null || output.expression() instanceof ColumnReference;
        ColumnSchema target = column && output.schema() != null ? target(position) : null;
        return target == null ? null : form(output.schema(), target);
    }

    private static Form form(ColumnSchema source, ColumnSchema target) {
        String type = name(source);
        String to = name(target);
        boolean isText = DeclaredType.isText(target.jdbcType());
        boolean enumerated = type.startsWith("ENUM") || type.startsWith("SET");
        if (type.startsWith("FLOAT")) {
            // a text would take the digits of a DOUBLE
            return isText ? null : FLOAT;
        }
        if (enumerated) {
            return isNumber(to) ? PLACE : null;
        }
        boolean binary = to.contains("BINARY") || to.contains("BLOB");
        return binary && DeclaredType.isText(source.jdbcType()) && isOfOtherBytes(source.collation()) ? BYTES : null;
    }

    private static boolean isNumber(String type) {
        return type.contains("INT") && !type.startsWith("POINT")
                || type.startsWith("DEC")
                || type.startsWith("NUMERIC")
                || type.startsWith("DOUBLE")
                || type.startsWith("FLOAT")
                || type.startsWith("BIT");
    }

    /** Whether texts are kept in other bytes than those in which they are sent. */
    private static boolean isOfOtherBytes(String collation) {
        return collation == null || !collation.startsWith("utf8") && !collation.startsWith("ascii");
    }

    private static String name(ColumnSchema column) {
        return column.typeName() == null ? "" : column.typeName().toUpperCase(Locale.ROOT);
    }

    /** The outputs that go into dates, with or without a time. */
    BitSet dates() {
        BitSet dates = new BitSet();
        int columns = target == null ? 0 : target.columns().size();
        for (int i = 0; i < columns; i++) {
            ColumnSchema column = target(i);
            dates.set(
                    i,
                    column != null
                            && (name(column).startsWith("DATE") || name(column).startsWith("TIMESTAMP")));
        }
        return dates;
    }

    /** The column into which an output goes; null when it is not known. */
    private ColumnSchema target(int position) {
        if (target != null && !insert.columns().isEmpty()) {
            List<Identifier> columns = insert.columns();
            return position < columns.size()
                    ? target.column(columns.get(position).text())
                    : null;
        }
        return target != null && position < target.columns().size()
                ? target.columns().get(position)
                : null;
    }

    private String list(List<OutputColumn> outputs, int from, int width) {
        StringBuilder list = new StringBuilder();
        for (int i = from; i < from + width; i++) {
            OutputColumn output = outputs.get(i);
            Form form = form(outputs, i);
            list.append(i == from ? "" : ", ").append(form == null ? "" : form.before);
            if (output.relation() != null) {
                list.append(output.relation().span().of(parsed.sql())).append('.');
            }
            list.append(names.column(output.label())).append(form == null ? "" : form.behind);
        }
        return list.toString();
    }
}
