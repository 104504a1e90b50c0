package org.shardingjdbc.rule.internal.algorithm;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;
import org.shardingjdbc.rule.internal.inline.InlineExpression;
import org.shardingjdbc.rule.internal.inline.NamePattern;

/** INLINE: an expression computes the target's name. */
final class InlineDefinition implements StandardDefinition {
    static final String EXPRESSION = "algorithm-expression";
    private static final int MOST_CHECKED = 10_000;
    static final String ALLOW_RANGE = "allow-range-query-with-inline-sharding";

    private final String text;
    private final boolean rangesGoToAll;

    InlineDefinition(AlgorithmProperties properties) {
        text = properties.requiredText(EXPRESSION);
        rangesGoToAll = properties.flag(ALLOW_RANGE, false);
    }

    @Override
    public StandardChoice place(Targets targets) {
        InlineExpression expression = InlineExpression.compile(text, targets.columns());
        NumberedTargets numbered = NumberedTargets.of(expression, targets);
        int divisor = numbered == null ? 0 : expression.divisor();
        if (!targets.oneOfSeveral()) {
            checkNames(expression, targets, numbered);
        }
        return new Choice(expression, targets, rangesGoToAll, numbered, divisor);
    }

    /** Finds what no value would come right with: a name that is always the same, or remainders without a target. */
    private static void checkNames(InlineExpression expression, Targets targets, @Nullable NumberedTargets numbered) {
        if (expression.isConstant()) {
            String name = expression.evaluate(new Object[targets.columns().size()]);
            if (targets.size() > 1 || targets.indexOf(name) < 0) {
                throw new IllegalArgumentException("it names " + name + " for every value, and the targets are "
                        + targets.listed() + "; let the name depend on the value, as in 't_${id % 2}'");
            }
            return;
        }
        int divisor = expression.hasOneHole() ? expression.divisor() : 0;
        for (int remainder = 0; remainder < Math.min(divisor, MOST_CHECKED); remainder++) {
            if (numbered != null && numbered.target(remainder) >= 0) {
                continue;
            }
            String name = expression.prefix() + remainder + expression.suffix();
            if (targets.indexOf(name) < 0) {
                throw new IllegalArgumentException("of a remainder of " + remainder + " it makes the name " + name
                        + ", which is none of the targets " + targets.listed());
            }
        }
    }

    /** @param divisor of an expression that is a remainder and nothing else; 0 for all others */
    private record Choice(
            InlineExpression expression,
            Targets targets,
            boolean rangesGoToAll,
            @Nullable NumberedTargets numbered,
            int divisor)
            implements StandardChoice {
        @Override
        public int target(Object value) {
            int target = -1;
            try {
                if (numbered != null) {
                    target = numbered.target(expression.hole(value));
                }
                if (target < 0) {
                    target = targets.indexOf(expression.evaluate(value));
                }
            } catch (RuntimeException e) {
                throw targets.notComputed(value, e);
            }
            if (target < 0) {
                throw targets.unknown(expression.evaluate(value), value);
            }
            return target;
        }

        @Override
        public int placeOf(long value, boolean narrow) {
            if (numbered == null || divisor == 0) {
                return -1;
            }
            // Processors divide ints much faster.
            return numbered.target(value == (int) value ? (int) value % divisor : value % divisor);
        }

        @Override
        public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
            if (!rangesGoToAll) {
                throw targets.rangeRefused(range.column()).again();
            }
            targets.addAll(chosen);
        }

        @Override
        public @Nullable ShardingException intervalRefusal(String column) {
            return rangesGoToAll ? null : targets.rangeRefused(column);
        }
    }

    /**
     * Targets of an expression with one hole by the whole number in it, so that no name is built for each value.
     *
     * @param size how many numbers there are from {@code first} on
     * @param targetOf by number minus {@code first}; -1 where no target has that number; null where it is the target
     */
    private record NumberedTargets(int first, int size, int @Nullable [] targetOf) {
        private static final int MAX_SPAN = 1 << 20;

        /** Null when the targets' names have no numbers in that place, or too few for their span. */
        static @Nullable NumberedTargets of(InlineExpression expression, Targets targets) {
            if (!expression.hasOneHole()) {
                return null;
            }
            NamePattern pattern = targets.pattern();
            int known = pattern == null ? -1 : pattern.firstBetween(expression.prefix(), expression.suffix());
            if (known >= 0) {
                return new NumberedTargets(known, targets.size(), null);
            }
            int[] numbers = new int[targets.size()];
            int first = Integer.MAX_VALUE;
            int last = Integer.MIN_VALUE;
            int at = 0;
            for (String name : targets.names()) {
                int number = number(name, expression.prefix(), expression.suffix());
                if (number < 0) {
                    return null;
                }
                numbers[at++] = number;
                first = Math.min(first, number);
                last = Math.max(last, number);
            }
            if (last - first >= MAX_SPAN) {
                return null;
            }
            int[] targetOf = new int[last - first + 1];
            Arrays.fill(targetOf, -1);
            for (int i = 0; i < numbers.length; i++) {
                targetOf[numbers[i] - first] = i;
            }
            return new NumberedTargets(first, targetOf.length, targetOf);
        }

        /** -1 when the value is not a number with a target. */
        int target(@Nullable Object hole) {
            if (!(hole instanceof Integer) && !(hole instanceof Long)) {
                return -1;
            }
            return target(((Number) hole).longValue());
        }

        int target(long number) {
            long at = number - first;
            if (at < 0 || at >= size) {
                return -1;
            }
            return targetOf == null ? (int) at : targetOf[(int) at];
        }

        /** The number between front and end as {@link Integer#toString(int)} writes it, or -1. */
        private static int number(String name, String front, String end) {
            int length = name.length() - front.length() - end.length();
            if (length < 1 || length > 9 || !name.startsWith(front) || !name.endsWith(end)) {
                return -1;
            }
            int number = 0;
            for (int i = front.length(); i < front.length() + length; i++) {
                char c = name.charAt(i);
                if (c < '0' || c > '9') {
                    return -1;
                }
                number = number * 10 + c - '0';
            }
            return Integer.toString(number).length() == length ? number : -1;
        }
    }
}
