package org.shardingjdbc.plan.internal.way;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.pull.PullCheck;
import org.shardingjdbc.plan.internal.pull.PullFinder;

/**
 * Pulled: the rows that a query needs of each table are read into temporary tables of one data source, where the query
 * runs as it is written.
 *
 * <pre>
 * SELECT a.name, o.amount FROM t_account a JOIN t_order o ON o.note = a.name WHERE o.amount > 9
 *
 *     leaf     SELECT name FROM t_account
 *     leaf     SELECT amount, note FROM t_order WHERE amount > 9
 *     combine  the query over these two
 * </pre>
 */
public record Pulled(StepSource source, TransformedColumns columns) implements Way<SteppedStatement, ChooseSteps> {
    private static final String OFF = "Or set the prop pulling-enabled to true, which pulls the rows together.";

    @Override
    public ChooseSteps plan(SteppedStatement on) {
        return on.reads() ? steps(on) : ChooseSteps.NONE;
    }

    private ChooseSteps steps(SteppedStatement statement) {
        ParsedSql parsed = statement.parsed();
        ErrorCode refusal = statement.refusal();
        ChooseSteps ofColumns = statement.asStored() ? null : columns.none(parsed, refusal);
        if (ofColumns != null) {
            return ofColumns;
        }
        if (!PullCheck.overcomes(parsed.statement(), refusal)) {
            return ChooseSteps.NONE;
        }
        String advice = source.tools().options().pulling() ? null : OFF;
        List<StepChoice> all = new ArrayList<>();
        for (Pull query : PullFinder.of(parsed, source)) {
            List<StepChoice.Question> leaves = query.leaves().stream()
                    .map(leaf -> new StepChoice.Question(leaf.rows(), false))
                    .toList();
            all.add(new StepChoice.OnAnswers(query, leaves, advice));
        }
        return ChooseSteps.of(all);
    }
}
