package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.column.SaidColumnValues;
import org.shardingjdbc.plan.internal.naming.UniqueKeyWarnings;
import org.shardingjdbc.plan.internal.pull.WholeTables;
import org.shardingjdbc.plan.internal.setting.HeededHints;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.PlainReads;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.RuleParts;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.PlannedStatement;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.PlannedChecks;
import org.shardingjdbc.rule.internal.RoutedChecks;
import org.shardingjdbc.rule.side.SideChoice;

/** Finds what is known of a statement whichever units it goes to. Immutable. */
record FactsFinder(PlanTools tools) {
    PlanFacts facts(
            ParsedSql parsed, BoundStatement bound, GeneratedKeys keys, boolean replicated, ColumnUses columns) {
        List<BoundTable> tables = bound == null ? List.of() : bound.tables();
        List<String> logicTables = new ArrayList<>();
        List<String> tableNames = new ArrayList<>();
        for (BoundTable table : tables) {
            tableNames.add(table.table().name());
            if (!logicTables.contains(table.table().name())) {
                logicTables.add(table.table().name());
            }
        }
        return new PlanFacts(
                parsed.sql(),
                PlanFacts.sources(parsed),
                StatementFacts.classOf(parsed.statement()),
                StatementFacts.returnsRows(parsed.statement(), tools.dialect()),
                StatementFacts.heldRows(parsed.statement(), tools.dialect()),
                keys,
                logicTables,
                tableNames,
                replicated,
                tools.rules().dataSourceNames(),
                bound == null ? List.of() : bound.declared(),
                false,
                hints(parsed, bound),
                List.of(),
                bound == null ? List.of() : WholeTables.of(bound, tools.actualTables()),
                bound == null ? List.of() : UniqueKeyWarnings.of(parsed.statement(), bound),
                rules(parsed, bound, columns));
    }

    private CommentHint hints(ParsedSql parsed, BoundStatement bound) {
        CommentHint hints = bound == null
                ? CommentHint.parse(parsed.hints())
                : HeededHints.of(parsed, bound.tables(), tools.rules());
        HintValues values = hints.over(HintValues.NONE);
        if (values.dataSourceName() != null && (values.skipRewrite() || isPlaceless(parsed))) {
            tools.rules().checkAsWritten();
        }
        return hints;
    }

    private RuleParts rules(ParsedSql parsed, BoundStatement bound, ColumnUses columns) {
        PlannedStatement planned = bound == null ? null : StatementChecks.planned(bound);
        PlannedChecks checks = planned == null ? null : tools.rules().executionChecks(planned);
        RoutedChecks routed = planned == null ? null : tools.rules().routeChecks(planned);
        boolean plainRead = bound != null && !bound.tables().isEmpty() && PlainReads.isPlain(parsed.statement());
        SideChoice sides = sides(parsed, bound);
        if (columns == ColumnUses.NONE && checks == null && routed == null && sides == null) {
            return plainRead ? RuleParts.OF_PLAIN_READ : RuleParts.NONE;
        }
        List<String> words = new ArrayList<>(columns.words());
        if (checks != null) {
            checks.checks().forEach(check -> words.add(check.rule() + " checks each execution"));
        }
        if (routed != null) {
            routed.checks().forEach(check -> words.add(check.rule() + " checks the data nodes of each execution"));
        }
        boolean ofLast = sides != null && asksOfLast(parsed);
        return new RuleParts(columns.values(), checks, routed, sides, ofLast, plainRead, words);
    }

    private SideChoice sides(ParsedSql parsed, BoundStatement bound) {
        SaidColumnValues said = new SaidColumnValues(parsed.statement(), bound, tools.rules());
        StatementKind kind = StatementFacts.classOf(parsed.statement()).kind();
        return tools.rules().sideChoice(new PlannedStatement(parsed.sql(), kind, said.tables()), said);
    }

    private static boolean asksOfLast(ParsedSql parsed) {
        return Tree.any(
                parsed.statement(), node -> node instanceof FunctionCall call && Functions.isOfLastStatement(call));
    }

    /** Whether no rule tells where any of the tables is that a statement may name. */
    boolean isPlaceless(ParsedSql parsed) {
        for (QualifiedName name : Tree.all(parsed.statement(), QualifiedName.class)) {
            if (tools.rules().table(name.last().text()) != null) {
                return false;
            }
        }
        return true;
    }

    static List<String> tableNames(BoundStatement bound) {
        List<String> tableNames = new ArrayList<>();
        bound.tables().forEach(table -> tableNames.add(table.table().name()));
        return tableNames;
    }
}
