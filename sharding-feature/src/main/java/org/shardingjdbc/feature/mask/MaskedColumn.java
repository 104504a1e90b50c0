package org.shardingjdbc.feature.mask;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column whose values are shown masked. Immutable.
 *
 * @param maskAlgorithm an entry of {@link MaskRuleConfiguration#maskAlgorithms}; null where it is missing, which is
 *     reported as a mistake when the rule is compiled
 * @param strict whether statements may ask of the column's values only whether they are NULL, so that conditions and
 *     orders do not reveal what the mask hides
 * @param exemptReaders readers, as {@link org.shardingjdbc.rule.hint.ShardingHint#setReader} names them in a scope, who
 *     see values as they are
 */
public record MaskedColumn(@Nullable String maskAlgorithm, boolean strict, List<String> exemptReaders) {
    /** Copies the names. */
    public MaskedColumn {
        exemptReaders = List.copyOf(exemptReaders);
    }

    /** As the peer's: conditions may ask of its values, and everybody sees the mask. */
    public MaskedColumn(String maskAlgorithm) {
        this(maskAlgorithm, false, List.of());
    }
}
