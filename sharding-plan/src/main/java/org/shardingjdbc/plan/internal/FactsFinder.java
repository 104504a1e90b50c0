package org.shardingjdbc.plan.internal;

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
                StatementFacts.classOf(parsed),
                StatementFacts.returnsRows(parsed, tools.dialect()),
                StatementFacts.heldRows(parsed, tools.dialect()),
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
    boolean isPlaceless(ParsedSql parsed) {
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
