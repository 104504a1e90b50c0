package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.QueryScatter;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * A statement for several data nodes, as the ways see it. One per planning; not thread-safe.
 *
 * @param edits of names and lists, to which a way adds its own
 * @param rows what is proved of the rows; null where none are wanted, or the statement writes the copies of broadcast
 *     tables
 */
public record OnSeveral(
        Compilation compilation, SqlEdits edits, @Nullable QueryScatter rows) {
    /**
     * The statement with what is proved of its rows, or why nothing is.
     *
     * @param base the SQL of one unit, before its labels
     */
    public static Decision<OnSeveral> of(Compilation compilation, SqlEdits base) {
        SqlEdits edits = base.copy();
        compilation.label(edits);
        compilation.splitLists(edits);
        boolean copies = compilation.writesCopies();
        if (copies || !(compilation.bound().parsed().statement() instanceof QueryStatement query)) {
            return new Decision.Proved<>(new OnSeveral(compilation, edits, null));
        }
        return QueryScatter.of(compilation, edits, query.query()).then(rows -> new OnSeveral(compilation, edits, rows));
    }

    Statement statement() {
        return compilation.bound().parsed().statement();
    }
}
