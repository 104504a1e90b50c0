package org.shardingjdbc.rule.internal.algorithm;

import java.util.List;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.HintChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.HintDefinition;
import org.shardingjdbc.rule.internal.inline.InlineExpression;

/** HINT_INLINE: an expression over the hinted {@code value} computes the target's name. */
final class HintInlineDefinition implements HintDefinition {
    private final String text;

    HintInlineDefinition(AlgorithmProperties properties) {
        text = properties.text(InlineDefinition.EXPRESSION, "${value}");
    }

    @Override
    public HintChoice place(Targets targets) {
        InlineExpression expression = InlineExpression.compile(text, List.of("value"));
        return (values, chosen) -> {
            for (Comparable<?> value : values.values()) {
                String name;
                try {
                    name = expression.evaluate(value);
                } catch (RuntimeException e) {
                    throw targets.notComputed(value, e);
                }
                chosen.set(targets.chosen(name, value));
            }
        };
    }
}
