package org.shardingjdbc.plan.internal.naming;

import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/** Puts actual names into a statement, and into what it asks of system views. Immutable. */
public record ActualNames(Placements rules, Catalog catalog, Dialect dialect, NameQuoting names) {
    /**
     * The edits that put actual names and nothing else.
     *
     * @param additions parts that the actual SQL leaves out, which were put for names to be found by
     */
    public Decision<SqlEdits> edits(BoundStatement bound, List<Span> additions) {
        SqlEdits edits = new SqlEdits(bound.parsed(), names);
        if (!additions.isEmpty()) {
            additions.forEach(edits::delete);
            return new Decision.Proved<>(edits);
        }
        new TableNaming(bound, dialect, edits).apply();
        new SystemViews(rules, catalog, dialect, names).edit(bound, edits);
        new ViewTexts(dialect).edit(bound, edits);
        ShardingException refusal = new RelationTexts(rules, catalog, dialect).edit(bound, edits);
        return refusal == null ? new Decision.Proved<>(edits) : new Decision.Refused<>(refusal);
    }
}
