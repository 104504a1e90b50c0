package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Query;
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
 * @param rows what is proved of the rows; null before, and where none are wanted
 */
public record OnSeveral(
        Compilation compilation, SqlEdits edits, @Nullable QueryScatter rows) {
    /**
     * The statement, of which nothing is proved yet.
     *
     * @param base the SQL of one unit, before its labels
     */
    public static OnSeveral of(Compilation compilation, SqlEdits base) {
        SqlEdits edits = base.copy();
        compilation.label(edits);
        compilation.splitLists(edits);
        return new OnSeveral(compilation, edits, null);
    }

    /**
     * The same with what is proved of its rows; refused where rows are wanted and no rule proves what data nodes do.
     */
    Decision<OnSeveral> proved() {
        Query query = query();
        return query == null
                ? new Decision.Proved<>(this)
                : QueryScatter.of(compilation, edits, query).then(proved -> new OnSeveral(compilation, edits, proved));
    }

    /** Whether the data nodes leave a part of the statement, which their rows have to be merged for. */
    boolean isMerged() {
        return rows != null && !rows.left().isEmpty();
    }

    /** The query whose rows are wanted; null where none are, or the statement writes the copies of broadcast tables. */
    private @Nullable Query query() {
        return statement() instanceof QueryStatement rows && !compilation.writesCopies() ? rows.query() : null;
    }

    Statement statement() {
        return compilation.bound().parsed().statement();
    }
}
