package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The query of an INSERT, written so that its columns arrive as the database itself would convert them, where it makes
 * something else of the value that is shown. What is left rounded is refused when the rows are copied. One per
 * statement; not thread-safe.
 */
final class ColumnConversions {
    private final ParsedSql parsed;
    private final InsertStatement insert;
    private final @Nullable TableSchema target;
    private final NameQuoting names;
    private final SqlParser parser;

    /** @param target the table that is written, null when it is not known */
    ColumnConversions(
            ParsedSql parsed,
            InsertStatement insert,
            @Nullable TableSchema target,
            NameQuoting names,
            SqlParser parser) {
        this.parsed = parsed;
        this.insert = insert;
        this.target = target;
        this.names = names;
        this.parser = parser;
    }

    /**
     * The INSERT whose query reads them so that they are written as they are.
     *
     * @param bound the INSERT with its names resolved, null when they are not
     */
    ParsedSql written(@Nullable BoundStatement bound, Query query) {
        List<OutputColumn> outputs = bound == null ? null : bound.outputs(query);
        if (outputs == null || !(query.body() instanceof Select select) || stars(select) > 1) {
            return parsed;
        }
        SqlPrinter printer = new SqlPrinter(parser.dialect());
        TreeEdits edits = new TreeEdits(parsed);
        int output = 0;
        for (SelectItem item : select.items()) {
            boolean star = item instanceof StarItem;
            int width = star ? outputs.size() - select.items().size() + 1 : 1;
            ValueForm form = star ? ValueForm.PLAIN : form(outputs, output);
            if (star && hasAnyForm(outputs, output, width)) {
                edits.replace(item, printer.made(list(outputs, output, width), parsed.sql()));
            } else if (!form.equals(ValueForm.PLAIN)) {
                Expression column = ((ExpressionItem) item).expression();
                edits.replace(column, printer.made(MadeNodes.written(form, MadeStatement.again(column)), parsed.sql()));
            }
            output += width;
        }
        return edits.made(parser);
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
            any |= !form(outputs, i).equals(ValueForm.PLAIN);
        }
        return any;
    }

    /** What is written around an output. */
    private ValueForm form(List<OutputColumn> outputs, int position) {
        OutputColumn output = outputs.get(position);
        boolean column = output.expression() == null || output.expression() instanceof ColumnReference;
        ColumnSchema own = column ? output.schema() : null;
        ColumnSchema target = own == null ? null : target(position);
        return own == null || target == null
                ? ValueForm.PLAIN
                : copies().assigned(own.declaredType(), target.declaredType());
    }

    /** The outputs that go into dates, with or without a time. */
    BitSet dates() {
        BitSet dates = new BitSet();
        int columns = target == null ? 0 : target.columns().size();
        for (int i = 0; i < columns; i++) {
            ColumnSchema column = target(i);
            dates.set(i, column != null && copies().takesDays(column.declaredType()));
        }
        return dates;
    }

    private Copies copies() {
        return parser.dialect().copies();
    }

    /** The column into which an output goes; null when it is not known. */
    private @Nullable ColumnSchema target(int position) {
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

    private List<SelectItem> list(List<OutputColumn> outputs, int from, int width) {
        List<SelectItem> list = new ArrayList<>();
        for (int i = from; i < from + width; i++) {
            OutputColumn output = outputs.get(i);
            ValueForm form = form(outputs, i);
            Expression column = MadeNodes.column(
                    output.relation(),
                    names.columnName(Objects.requireNonNull(
                            output.label(), "a star is left as it is that has a column without a name")));
            list.add(MadeNodes.item(MadeNodes.written(form, column)));
        }
        return list;
    }
}
