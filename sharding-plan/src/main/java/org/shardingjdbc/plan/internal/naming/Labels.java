package org.shardingjdbc.plan.internal.naming;

import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * A database may label an expression without an alias by its text. Where an edit changes that text (a table's name in a
 * subquery of the select list), the label that the statement as written has is put behind it. One per plan.
 */
public record Labels(BoundStatement bound, NameQuoting names) {
    /** So much of a text the server sends as a label; it would send no more of an alias. */
    private static final int MAX_LENGTH = 255;

    public void edit(SqlEdits edits) {
        if (bound.parsed().statement() instanceof QueryStatement statement) {
            edit(statement.query(), edits);
        }
    }

    private void edit(Query query, SqlEdits edits) {
        QueryBody body = query.body();
        while (body instanceof SetOperation operation) {
            body = operation.left();
        }
        if (body instanceof NestedQuery nested) {
            edit(nested.query(), edits);
        } else if (body instanceof Select select) {
            for (SelectItem item : select.items()) {
                if (item instanceof ExpressionItem expression && expression.alias() == null) {
                    edit(expression, edits);
                }
            }
        }
    }

    private void edit(ExpressionItem item, SqlEdits edits) {
        if (item.expression() instanceof ColumnReference || !edits.touches(item.span())) {
            return;
        }
        String label = item.span().of(bound.parsed().sql()).strip();
        String shown = label.length() <= MAX_LENGTH ? label : label.substring(0, MAX_LENGTH);
        edits.insert(item.span().stop(), " AS " + names.quoted(shown));
    }
}
