package org.shardingjdbc.rule.internal.algorithm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.ComplexShardingValue;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.ComplexChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.ComplexDefinition;
import org.shardingjdbc.rule.internal.inline.InlineExpression;

/**
 * COMPLEX_INLINE: an expression over several columns computes the target's name. Where a statement says nothing of one
 * of the columns, all targets are used.
 */
final class ComplexInlineDefinition implements ComplexDefinition {
    private static final int MAX_COMBINATIONS = 100_000;

    private final String text;
    private final List<String> columns;
    private final boolean rangesGoToAll;

    ComplexInlineDefinition(AlgorithmProperties properties) {
        text = properties.requiredText(InlineDefinition.EXPRESSION);
        rangesGoToAll = properties.flag(InlineDefinition.ALLOW_RANGE, false);
        columns = new ArrayList<>();
        for (String column : properties.text("sharding-columns", "").split(",")) {
            if (!column.isBlank()) {
                columns.add(column.trim().toLowerCase(Locale.ROOT));
            }
        }
    }

    @Override
    public ComplexChoice place(Targets targets) {
        for (String column : columns) {
            if (!targets.columns().contains(column)) {
                throw new InvalidPropertyException(
                        "sharding-columns",
                        "property 'sharding-columns' names " + column
                                + ", which is not a sharding column of the strategy");
            }
        }
        List<String> variables = columns.isEmpty() ? targets.columns() : columns;
        return new Choice(InlineExpression.compile(text, variables), variables, targets, rangesGoToAll);
    }

    private record Choice(InlineExpression expression, List<String> variables, Targets targets, boolean rangesGoToAll)
            implements ComplexChoice {
        @Override
        public @Nullable ShardingException intervalRefusal(String column) {
            return rangesGoToAll ? null : targets.rangeRefused(column);
        }

        @Override
        public void choose(ComplexShardingValue value, BitSet chosen) {
            if (!value.ranges().isEmpty() && !rangesGoToAll) {
                throw targets.rangeRefused(value.ranges().keySet().iterator().next())
                        .again();
            }
            long combinations = 1;
            for (String variable : variables) {
                List<Comparable<?>> points = value.points().get(variable);
                combinations *= points == null ? MAX_COMBINATIONS + 1L : points.size();
                if (combinations > MAX_COMBINATIONS) {
                    targets.addAll(chosen);
                    return;
                }
            }
            addCombinations(value, new Object[variables.size()], 0, chosen);
        }

        private void addCombinations(ComplexShardingValue value, Object[] combination, int depth, BitSet chosen) {
            if (depth == combination.length) {
                chosen.set(target(combination));
                return;
            }
            for (Comparable<?> point : value.points().getOrDefault(variables.get(depth), List.of())) {
                combination[depth] = point;
                addCombinations(value, combination, depth + 1, chosen);
            }
        }

        private int target(Object[] combination) {
            String name;
            try {
                name = expression.evaluate(combination);
            } catch (RuntimeException e) {
                throw targets.notComputed(combination[0], e);
            }
            return targets.chosen(name, combination[0]);
        }
    }
}
