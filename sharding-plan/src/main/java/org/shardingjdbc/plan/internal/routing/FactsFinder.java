package org.shardingjdbc.plan.internal.routing;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.naming.UniqueKeyWarnings;
import org.shardingjdbc.plan.internal.pull.WholeTables;
import org.shardingjdbc.plan.internal.setting.CommentHints;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.LastKeyUse;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.UserVariables;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/** Finds what is known of a statement whichever units it goes to. Immutable. */
public record FactsFinder(PlanTools tools) {
    /** Of a statement that has a plan. */
    public PlanFacts facts(Routed statement, GeneratedKeys keys, boolean replicated) {
        ParsedSql parsed = statement.parsed();
        BoundStatement bound = statement.compilation().bound();
        return facts(parsed, bound, keys, replicated, statement.columns(), isPlaceless(parsed), statement.views());
    }

    /**
     * Of a statement that is refused.
     *
     * @param bound null where its names are refused
     * @param reachable whether a hint may tell where its tables are, should no rule
     */
    public PlanFacts ofRefused(Views.Expanded statement, BoundStatement bound, boolean reachable) {
        ParsedSql parsed = statement.parsed();
        ColumnUses columns = ColumnUses.refused(bound, tools.rules());
        boolean placeless = reachable && isPlaceless(parsed);
        return facts(parsed, bound, null, false, columns, placeless, statement.views());
    }

    private PlanFacts facts(
            ParsedSql parsed,
            BoundStatement bound,
            GeneratedKeys keys,
            boolean replicated,
            ColumnUses columns,
            boolean placeless,
            List<LogicView> views) {
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
                StatementFacts.classOf(parsed),
                StatementFacts.returnsRows(parsed, tools.dialect()),
                StatementFacts.heldRows(parsed, tools.dialect()),
                keys,
                logicTables,
                tableNames,
                replicated,
                tools.rules().dataSourceNames(),
                bound == null ? List.of() : bound.declared(),
                placeless,
                hints(parsed, bound),
                views,
                bound == null ? List.of() : WholeTables.of(bound, tools.actualTables()),
                bound == null ? List.of() : UniqueKeyWarnings.of(parsed.statement(), bound),
                RuleFacts.of(
                        parsed,
                        bound,
                        columns,
                        tools.rules(),
                        UserVariables.of(parsed, tools.dialect()),
                        LastKeyUse.of(parsed, bound, tools.catalog(), tools.dialect())));
    }

    private CommentHint hints(ParsedSql parsed, BoundStatement bound) {
        CommentHint hints = bound == null
                ? CommentHint.parse(parsed.hints())
                : CommentHints.of(parsed, bound.tables(), tools.rules());
        HintValues values = hints.over(HintValues.NONE);
        if (values.dataSourceName() != null && (values.skipRewrite() || isPlaceless(parsed))) {
            tools.rules().checkAsWritten();
        }
        return hints;
    }

    /** Whether no rule tells where any of the tables is that a statement may name. */
    private boolean isPlaceless(ParsedSql parsed) {
        for (QualifiedName name : parsed.analysis().all(QualifiedName.class)) {
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
