package org.shardingjdbc.feature.shadow.internal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.shadow.ColumnShadowAlgorithm;
import org.shardingjdbc.feature.shadow.HintShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration.Definitions;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration.Undecided;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.side.ColumnValueSet;
import org.shardingjdbc.rule.side.ColumnValueSet.Kind;
import org.shardingjdbc.rule.side.SideChoice;
import org.shardingjdbc.rule.side.StatementValues;

/**
 * The marks that count for each statement. Immutable, shared by all threads.
 *
 * @param tables the algorithms of each table, by lower-case name
 * @param byDefault counts for all tables; null for none
 * @param hints all algorithms of hints
 */
record Marks(
        Map<String, List<ShadowAlgorithm>> tables,
        @Nullable HintShadowAlgorithm byDefault,
        List<HintShadowAlgorithm> hints,
        Definitions definitions,
        Undecided undecided) {
    /** Decides on which side executions of a statement run. */
    SideChoice of(PlannedStatement statement, StatementValues values) {
        Set<HintShadowAlgorithm> heeded = new LinkedHashSet<>();
        if (byDefault != null) {
            heeded.add(byDefault);
        }
        boolean definition = statement.kind() == StatementKind.DEFINITION;
        if (definition || statement.logicTables().isEmpty()) {
            heeded.addAll(hints);
        }
        List<MarkedPlace> places = new ArrayList<>();
        List<MarkedValues> assigned = new ArrayList<>();
        for (String table : statement.logicTables()) {
            List<ShadowAlgorithm> algorithms = tables.getOrDefault(table.toLowerCase(Locale.ROOT), List.of());
            List<ColumnShadowAlgorithm> ofColumns = new ArrayList<>();
            for (ShadowAlgorithm algorithm : algorithms) {
                if (algorithm instanceof HintShadowAlgorithm hint) {
                    heeded.add(hint);
                } else {
                    ofColumns.add((ColumnShadowAlgorithm) algorithm);
                }
            }
            if (!ofColumns.isEmpty()) {
                add(table, ofColumns, values, places, assigned);
            }
        }
        boolean both =
                definition && definitions == Definitions.BOTH && values.operation() == StatementValues.Operation.OTHER;
        return new MarkedStatement(
                heeded.toArray(new HintShadowAlgorithm[0]),
                places.toArray(new MarkedPlace[0]),
                assigned.toArray(new MarkedValues[0]),
                definition,
                both,
                undecided == Undecided.PRODUCTION);
    }

    private static void add(
            String table,
            List<ColumnShadowAlgorithm> algorithms,
            StatementValues values,
            List<MarkedPlace> places,
            List<MarkedValues> assigned) {
        for (StatementValues.Place place : values.places(table)) {
            List<MarkedValues> marked = new ArrayList<>();
            for (ColumnShadowAlgorithm algorithm : algorithms) {
                boolean applies = algorithm.operation() == place.operation()
                        || algorithm.operation() == values.operation()
                        || place.operation() == StatementValues.Operation.OTHER;
                ColumnValueSet said = applies ? place.values(algorithm.column()) : ColumnValueSet.UNSAID;
                if (said.kind() != Kind.UNSAID) {
                    marked.add(new MarkedValues(algorithm, said));
                }
            }
            if (!marked.isEmpty()) {
                places.add(new MarkedPlace(table, marked.toArray(new MarkedValues[0])));
            }
        }
        for (ColumnShadowAlgorithm algorithm : algorithms) {
            for (ColumnValueSet said : values.assigned(table, algorithm.column())) {
                assigned.add(new MarkedValues(algorithm, said));
            }
        }
    }
}
