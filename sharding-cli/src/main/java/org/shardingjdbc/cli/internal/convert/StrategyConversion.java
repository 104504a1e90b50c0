package org.shardingjdbc.cli.internal.convert;

/** Converts strategies: those of 5.x name an algorithm, those of 4.x hold it. */
final class StrategyConversion {
    private static final String COLUMN = "shardingColumn";
    private static final String COLUMNS = "shardingColumns";
    private static final String NAME = "shardingAlgorithmName";
    private static final String ALGORITHMS = "shardingAlgorithms";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final Result rule;

    StrategyConversion(ConversionDraft draft, Result rule) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.rule = rule;
    }

    /**
     * One strategy; null for null.
     *
     * @param name what an algorithm is called that stands in the strategy itself
     */
    Result convert(Item strategy, String name) {
        if (strategy == null) {
            return null;
        }
        Result result = new Result();
        Keys keys = new Keys(strategy, verdicts);
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

    private void inline(Item inline, String name, Result result) {
        if (inline == null) {
            return;
        }
        String algorithm = name + "_inline";
        Keys keys = new Keys(inline, verdicts);
        result.put("standard", new Result().put(COLUMN, keys.text(COLUMN)).put(NAME, algorithm));
        Item expression = keys.item("algorithmExpression");
        if (expression != null) {
            verdicts.changed(expression, "is the algorithm " + algorithm + " under " + ALGORITHMS);
            Result props = new Result().put("algorithm-expression", expression);
            if (draft.rangesOfInline() != null) {
                props.put("allow-range-query-with-inline-sharding", draft.rangesOfInline());
            }
            rule.map(ALGORITHMS)
                    .put(algorithm, new Result().put("type", "INLINE").put("props", props));
        }
        keys.end();
    }

    private void standard(Item standard, String name, Result result) {
        if (standard == null) {
            return;
        }
        Keys keys = new Keys(standard, verdicts);
        Result converted = new Result();
        keys.copy(COLUMN, converted);
        keys.copy("nullPlacement", converted);
        String algorithm = keys.text(NAME);
        Item precise = keys.item("preciseAlgorithmClassName");
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

    private void complex(Item complex, String name, Result result) {
        if (complex == null) {
            return;
        }
        Keys keys = new Keys(complex, verdicts);
        Result converted = new Result();
        keys.copy(COLUMNS, converted);
        result.put("complex", converted.put(NAME, algorithm(keys, "COMPLEX", name)));
        keys.end();
    }

    private void hint(Item hint, String name, Result result) {
        if (hint == null) {
            return;
        }
        Keys keys = new Keys(hint, verdicts);
        result.put("hint", new Result().put(NAME, algorithm(keys, "HINT", name)));
        keys.end();
    }

    private String algorithm(Keys keys, String strategy, String name) {
        String algorithm = keys.text(NAME);
        Item old = keys.item("algorithmClassName");
        return algorithm == null && old != null ? classBased(old, strategy, name) : algorithm;
    }

    private String classBased(Item className, String strategy, String name) {
        String algorithm = name + "_class";
        verdicts.notYet(
                className,
                "is the algorithm " + algorithm + " of type CLASS_BASED; a class that was written for 4.x implements an"
                        + " interface that is no more",
                "let it implement the interface of ShardingSphere 5 (docs/shardingsphere-algorithms.md)");
        rule.map(ALGORITHMS)
                .put(
                        algorithm,
                        new Result()
                                .put("type", "CLASS_BASED")
                                .put(
                                        "props",
                                        new Result().put("strategy", strategy).put("algorithmClassName", className)));
        return algorithm;
    }
}
