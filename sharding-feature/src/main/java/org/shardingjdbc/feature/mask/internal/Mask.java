package org.shardingjdbc.feature.mask.internal;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * What is seen of a stored value. Equal for columns that are seen alike. Immutable.
 *
 * @param exemptReaders names of readers who see it as it is
 */
record Mask(MaskAlgorithm algorithm, List<String> exemptReaders) implements UnaryOperator<Object> {
    @Override
    public Object apply(Object value) {
        if (!exemptReaders.isEmpty() && isExempt(ShardingHint.current().reader())) {
            return value;
        }
        if (value instanceof String text) {
            return algorithm.mask(text);
        }
        if (value.getClass().isArray()) {
            throw new IllegalArgumentException("its values are bytes, of which there is no mask");
        }
        return algorithm.mask(value.toString());
    }

    private boolean isExempt(@Nullable String reader) {
        return reader != null && exemptReaders.contains(reader);
    }
}
