package org.shardingjdbc.rule.internal.sharding;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts strategies: those of 5.x name an algorithm, those of 4.x hold it. */
final class StrategyConversion {
    private static final String COLUMN = "shardingColumn";
    private static final String COLUMNS = "shardingColumns";
    private static final String NAME = "shardingAlgorithmName";
    private static final String ALGORITHMS = "shardingAlgorithms";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final ConvertedMap rule;

    StrategyConversion(ConversionDraft draft, ConvertedMap rule) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.rule = rule;
    }

    /**
     * One strategy; null for null.
     *
     * @param name what an algorithm is called that stands in the strategy itself
     */
    @Nullable
    ConvertedMap convert(@Nullable ForeignItem strategy, String name) {
        if (strategy == null) {
            return null;
        }
        ConvertedMap result = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(strategy, verdicts);
        inline(keys.item("inline"), name, result);
        standard(keys.item("standard"), name, result);
        complex(keys.item("complex"), name, result);
        hint(keys.item("hint"), name, result);
        if (keys.item("none") != null) {
            verdicts.taken(keys.item("none"));
            result.put("none", "");
        }
        keys.end();
        return result;
    }

    private void inline(@Nullable ForeignItem inline, String name, ConvertedMap result) {
        if (inline == null) {
            return;
        }
        String algorithm = name + "_inline";
        ForeignKeys keys = new ForeignKeys(inline, verdicts);
        result.put("standard", new ConvertedMap().put(COLUMN, keys.text(COLUMN)).put(NAME, algorithm));
        ForeignItem expression = keys.item("algorithmExpression");
        if (expression != null) {
            verdicts.changed(expression, "is the algorithm " + algorithm + " under " + ALGORITHMS);
            ConvertedMap props = new ConvertedMap().put("algorithm-expression", expression);
            if (draft.rangesOfInline() != null) {
                props.put("allow-range-query-with-inline-sharding", draft.rangesOfInline());
            }
            rule.map(ALGORITHMS)
                    .put(algorithm, new ConvertedMap().put("type", "INLINE").put("props", props));
        }
        keys.end();
    }

    private void standard(@Nullable ForeignItem standard, String name, ConvertedMap result) {
        if (standard == null) {
            return;
        }
        ForeignKeys keys = new ForeignKeys(standard, verdicts);
        ConvertedMap converted = new ConvertedMap();
        keys.copy(COLUMN, converted);
        keys.copy("nullPlacement", converted);
        String algorithm = keys.text(NAME);
        ForeignItem precise = keys.item("preciseAlgorithmClassName");
        if (algorithm == null && precise != null) {
            algorithm = classBased(precise, "STANDARD", name);
        }
        keys.notYet(
                "rangeAlgorithmClassName",
                "one class answers for values and for ranges",
                "let the class of preciseAlgorithmClassName do it, in doSharding for RangeShardingValue");
        keys.end();
        result.put("standard", converted.put(NAME, algorithm));
    }

    private void complex(@Nullable ForeignItem complex, String name, ConvertedMap result) {
        if (complex == null) {
            return;
        }
        ForeignKeys keys = new ForeignKeys(complex, verdicts);
        ConvertedMap converted = new ConvertedMap();
        keys.copy(COLUMNS, converted);
        result.put("complex", converted.put(NAME, algorithm(keys, "COMPLEX", name)));
        keys.end();
    }

    private void hint(@Nullable ForeignItem hint, String name, ConvertedMap result) {
        if (hint == null) {
            return;
        }
        ForeignKeys keys = new ForeignKeys(hint, verdicts);
        result.put("hint", new ConvertedMap().put(NAME, algorithm(keys, "HINT", name)));
        keys.end();
    }

    private @Nullable String algorithm(ForeignKeys keys, String strategy, String name) {
        String algorithm = keys.text(NAME);
        ForeignItem old = keys.item("algorithmClassName");
        return algorithm == null && old != null ? classBased(old, strategy, name) : algorithm;
    }

    private String classBased(ForeignItem className, String strategy, String name) {
        String algorithm = name + "_class";
        verdicts.notYet(
                className,
                "is the algorithm " + algorithm + " of type CLASS_BASED; a class that was written for 4.x implements an"
                        + " interface that is no more",
                "let it implement the interface of ShardingSphere 5 (docs/shardingsphere-algorithms.md)");
        rule.map(ALGORITHMS)
                .put(
                        algorithm,
                        new ConvertedMap()
                                .put("type", "CLASS_BASED")
                                .put(
                                        "props",
                                        new ConvertedMap()
                                                .put("strategy", strategy)
                                                .put("algorithmClassName", className)));
        return algorithm;
    }
}
