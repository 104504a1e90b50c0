package org.shardingjdbc.cli.internal.convert;

/** Converts the rules whose form has hardly changed: masks, shadows, broadcast and single tables. */
final class FurtherRuleConversion {
    private static final String SOURCES = "dataSources";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final AlgorithmConversion algorithms;

    FurtherRuleConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.algorithms = new AlgorithmConversion(draft);
    }

    void broadcast(Item map) {
        Keys keys = new Keys(map, verdicts);
        keys.copyList("tables", draft.rule("BROADCAST"));
        keys.end();
    }

    void single(Item map) {
        Result rule = draft.rule(ConversionDraft.SINGLE);
        Keys keys = new Keys(map, verdicts);
        keys.copyList("tables", rule);
        keys.copy("defaultDataSource", rule);
        keys.end();
    }

    void mask(Item map) {
        Result rule = draft.rule("MASK");
        Keys keys = new Keys(map, verdicts);
        Item tables = keys.item("tables");
        if (tables != null) {
            tables.entries().forEach((name, table) -> {
                Item columns = table.get("columns");
                if (columns != null) {
                    columns.entries()
                            .forEach((column, entry) ->
                                    rule.map("tables").map(name).map("columns").put(column, masked(entry)));
                }
            });
        }
        algorithms.convert(keys.item("maskAlgorithms"), AlgorithmKind.MASKING, "maskAlgorithms", rule);
        keys.copy("readerClientInfo", rule);
        keys.end();
    }

    private Result masked(Item column) {
        Result result = new Result();
        Keys keys = new Keys(column, verdicts);
        keys.copy("maskAlgorithm", result);
        keys.copy("strict", result);
        keys.copy("exemptReaders", result);
        keys.end();
        return result;
    }

    void shadow(Item map) {
        if ("false".equalsIgnoreCase(map.textOf("enable"))) {
            verdicts.dropped(map, "the rule is switched off by enable: false");
            return;
        }
        Result rule = draft.rule("SHADOW");
        Keys keys = new Keys(map, verdicts);
        keys.drop("enable", "a rule that is there is on");
        Item sources = keys.item(SOURCES);
        if (sources != null) {
            sources.entries().forEach((name, source) -> rule.map(SOURCES).put(name, pair(source)));
        }
        Item tables = keys.item("tables");
        if (tables != null) {
            tables.entries().forEach((name, table) -> rule.map("tables").put(name, shadowed(table)));
        }
        keys.copy("defaultShadowAlgorithmName", rule);
        algorithms.convert(keys.item("shadowAlgorithms"), AlgorithmKind.SHADOWING, "shadowAlgorithms", rule);
        keys.copy("definitions", rule);
        keys.copy("undecided", rule);
        for (String key : new String[] {"column", "shadowMappings", "sourceDataSourceNames", "shadowDataSourceNames"}) {
            keys.notYet(
                    key,
                    "one column marked rows of all tables; here each table names what marks its rows",
                    "write dataSources, tables and shadowAlgorithms of type VALUE_MATCH (docs/shadow.md)");
        }
        keys.end();
    }

    private Result pair(Item source) {
        Result result = new Result();
        Keys keys = new Keys(source, verdicts);
        keys.copy("productionDataSourceName", result);
        keys.copyAs("sourceDataSourceName", "productionDataSourceName", result);
        keys.copy("shadowDataSourceName", result);
        keys.end();
        return result;
    }

    private Result shadowed(Item table) {
        Result result = new Result();
        Keys keys = new Keys(table, verdicts);
        keys.copyList("dataSourceNames", result);
        keys.copyList("shadowAlgorithmNames", result);
        keys.end();
        return result;
    }
}
