package org.shardingjdbc.rule.convert;

import java.util.Set;
import org.shardingjdbc.Incubating;

/**
 * A rule's part of the converter from ShardingSphere. Immutable, without state.
 *
 * @param names under which ShardingSphere has the rule: its tag in 5.x ({@code !SHARDING}), the key of 4.x
 *     ({@code shardingRule}), the key of Spring's starters ({@code spring.shardingsphere.sharding}), or the key in
 *     another rule ({@code shardingRule.encryptRule})
 * @param part what converts
 */
@Incubating
public record RuleConversion(Set<String> names, Part part) {
    /** Converts what stands under a name. */
    @Incubating
    @FunctionalInterface
    public interface Part {
        /**
         * Converts a rule. Each of its keys gets a verdict; a key without a verdict is reported as unknown.
         *
         * @param name the one of {@link #names} under which it stands
         * @param rule its map
         * @param draft takes the result ({@link ConversionDraft#rule}) and the verdicts
         */
        void convert(String name, ForeignItem rule, ConversionDraft draft);
    }

    /** Copies the set. */
    public RuleConversion {
        names = Set.copyOf(names);
    }
}
