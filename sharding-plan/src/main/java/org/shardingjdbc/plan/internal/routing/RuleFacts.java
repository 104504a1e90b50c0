package org.shardingjdbc.plan.internal.routing;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.column.ColumnValueConditions;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.PlainReads;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.unit.LastKeyUse;
import org.shardingjdbc.plan.internal.unit.RuleParts;
import org.shardingjdbc.plan.internal.unit.VariableUse;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.PlannedStatement;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.internal.PlannedChecks;
import org.shardingjdbc.rule.internal.RoutedChecks;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.side.SideChoice;

/** Finds what rules have to say of a statement whichever units it goes to. Stateless. */
final class RuleFacts {
    private RuleFacts() {}

    /** What they say. */
    static RuleParts of(
            ParsedSql parsed,
            BoundStatement bound,
            ColumnUses columns,
            Rules rules,
            VariableUse variables,
            LastKeyUse lastKey) {
        PlannedStatement planned = bound == null ? null : StatementChecks.planned(bound);
        PlannedChecks checks = planned == null ? null : rules.executionChecks(planned);
        RoutedChecks routed = planned == null ? null : rules.routeChecks(planned);
        boolean plainRead =
                bound != null && !bound.tables().isEmpty() && PlainReads.isPlain(parsed, rules.harmlessFunctions());
        SideChoice sides = sides(parsed, bound, rules);
        boolean ofLast = asksOfLast(parsed, lastKey);
        if (columns == ColumnUses.NONE
                && checks == null
                && routed == null
                && sides == null
                && !ofLast
                && variables == null
                && lastKey == null) {
            return plainRead ? RuleParts.OF_PLAIN_READ : RuleParts.NONE;
        }
        List<String> words = new ArrayList<>(columns.words());
        if (checks != null) {
            checks.checks().forEach(check -> words.add(check.rule() + " checks each execution"));
        }
        if (routed != null) {
            routed.checks().forEach(check -> words.add(check.rule() + " checks the data nodes of each execution"));
        }
        return new RuleParts(
                columns.values(),
                checks,
                routed,
                sides,
                ofLast,
                variables,
                lastKey,
                plainRead,
                columns.concealed(),
                words);
    }

    private static SideChoice sides(ParsedSql parsed, BoundStatement bound, Rules rules) {
        ColumnValueConditions said = new ColumnValueConditions(parsed, bound, rules);
        StatementKind kind = StatementFacts.classOf(parsed).kind();
        return rules.sideChoice(new PlannedStatement(parsed.sql(), kind, said.tables()), said);
    }

    /** @param lastKey not null where what is asked of keys is known without */
    private static boolean asksOfLast(ParsedSql parsed, LastKeyUse lastKey) {
        return LastStatement.mayBeAsked(parsed.analysis())
                && parsed.analysis()
                        .any(node -> LastStatement.isAsked(node)
                                && !(lastKey != null
                                        && (LastStatement.isLastKey(node)
                                                || node instanceof FunctionCall call
                                                        && LastStatement.setsLastKey(call))));
    }
}
