package org.shardingjdbc.plan.internal.proof;

import java.util.List;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.PlannedStatement;
import org.shardingjdbc.rule.internal.Rules;

/** Lets the rules look at a statement of the application before it is routed; steps of it need not pass. Stateless. */
public final class RuleChecks {
    private RuleChecks() {}

    /** @throws org.shardingjdbc.error.ShardingException when a rule refuses it */
    public static void check(BoundStatement bound, Rules rules) {
        List<String> tables = bound.tables().stream()
                .map(table -> table.table().name())
                .distinct()
                .toList();
        rules.check(new PlannedStatement(
                bound.parsed().sql(),
                StatementFacts.classOf(bound.parsed().statement()).kind(),
                tables));
    }
}
