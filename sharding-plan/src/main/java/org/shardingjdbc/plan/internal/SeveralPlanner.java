package org.shardingjdbc.plan.internal;

import java.util.List;
import java.util.function.Function;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.merge.InheritedOrder;
import org.shardingjdbc.plan.internal.merge.QueryScatter;
import org.shardingjdbc.plan.internal.merge.WriteScatter;
import org.shardingjdbc.plan.internal.naming.Labels;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;

/** Plans what several units do with a statement: proves it, and leaves to the merge what they may not do. Immutable. */
final class SeveralPlanner {
    private final PlanTools tools;
    private final Dialect dialect;
    private final NameQuoting names;
    private final Function<ParsedSql, Several> whole;

    /** @param whole what several units do with a statement that was written anew */
    SeveralPlanner(PlanTools tools, Function<ParsedSql, Several> whole) {
        this.tools = tools;
        this.dialect = tools.dialect();
        this.names = tools.names();
        this.whole = whole;
    }

    /**
     * What they do.
     *
     * @param base the SQL of one unit, before its labels
     * @param demanded whether it must be known now
     * @return null when it has to be asked anew, as a database that it depends on could not be asked
     * @throws ShardingException when that is demanded
     */
    Several plan(Compilation compilation, SqlEdits base, List<String> tableNames, boolean demanded) {
        Refusals refusals = new Refusals(compilation.positions());
        Decision<Several> planned = Decision.tried(() -> plan(compilation, base, tableNames, refusals));
        if (planned instanceof Decision.Refused<Several> away) {
            // a database did not answer, which matters no more behind a refusal
            if (refusals.any()) {
                Several.Refused first = new Several.Refused(refusals.first());
                return demanded || first.isLasting() ? first : null;
            }
            if (demanded) {
                throw away.reason();
            }
            return null;
        }
        Several several = planned.proved();
        return demanded || !(several instanceof Several.Refused refused) || refused.isLasting() ? several : null;
    }

    private Several plan(Compilation compilation, SqlEdits base, List<String> tableNames, Refusals refusals) {
        ScatterPlan plan = scatter(compilation, base, refusals);
        return refusals.any()
                ? new Several.Refused(refusals.first())
                : Several.Proved.of(plan, tableNames, compilation.shape().units());
    }

    /** What they do; null where it is refused. */
    private ScatterPlan scatter(Compilation compilation, SqlEdits base, Refusals refusals) {
        SqlEdits edits = base.copy();
        label(compilation, edits);
        compilation.splitLists(edits);
        Statement statement = compilation.bound().parsed().statement();
        if (compilation.writesCopies() || statement instanceof ExplainStatement) {
            return new ScatterPlan(edits.template(), MergePlan.CONCATENATE, null, true);
        }
        if (statement instanceof QueryStatement query) {
            ParsedSql ordered = compilation.eachNode()
                    ? null
                    : new InheritedOrder(compilation.bound(), names, dialect, compilation.positions())
                            .written(tools.parser(), refusals);
            if (refusals.any()) {
                return null;
            }
            return ordered == null
                    ? new QueryScatter(compilation, edits, refusals).plan(query.query())
                    : ordered(ordered, refusals);
        }
        if (statement instanceof DdlStatement ddl) {
            return new Definitions(compilation, ddl).scatter(edits, refusals);
        }
        if (statement instanceof UnparsedStatement || statement instanceof OtherStatement) {
            return new ScatterPlan(edits.template(), null, null, true);
        }
        return new WriteScatter(compilation, edits, refusals)
                .plan(statement, StatementFacts.returnsRows(compilation.bound().parsed(), dialect));
    }

    /** The plan of a statement whose order is written out. */
    private ScatterPlan ordered(ParsedSql written, Refusals refusals) {
        Several several = whole.apply(written);
        if (several instanceof Several.Refused refused) {
            refusals.refuse(refused.reason());
            return null;
        }
        return several.proved().plan();
    }

    /** Keeps the labels of items whose text the edits change. */
    void label(Compilation compilation, SqlEdits edits) {
        if (dialect.queries().labelsAreTexts()) {
            new Labels(compilation.bound(), compilation.names()).edit(edits);
        }
    }
}
