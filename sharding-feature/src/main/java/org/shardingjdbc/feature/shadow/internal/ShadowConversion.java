package org.shardingjdbc.feature.shadow.internal;

import java.util.Map;
import java.util.Set;
import org.shardingjdbc.rule.convert.AlgorithmConversion;
import org.shardingjdbc.rule.convert.AlgorithmTypes;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts shadows. */
final class ShadowConversion {
    static final RuleConversion PART = new RuleConversion(
            Set.of("!SHADOW", "shadowRule", "spring.shardingsphere.shadow"),
            (name, rule, draft) -> new ShadowConversion(draft).convert(rule));

    private static final AlgorithmTypes TYPES = new AlgorithmTypes(
            Set.of("VALUE_MATCH", "REGEX_MATCH", "SQL_HINT"),
            Map.of("SIMPLE_HINT", "SQL_HINT", "COLUMN_VALUE_MATCH", "VALUE_MATCH", "COLUMN_REGEX_MATCH", "REGEX_MATCH"),
            "write a ShadowAlgorithmFactory of this library");

    private static final String SOURCES = "dataSources";

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    private ShadowConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    private void convert(ForeignItem map) {
        if ("false".equalsIgnoreCase(map.textOf("enable"))) {
            verdicts.dropped(map, "the rule is switched off by enable: false");
            return;
        }
        ConvertedMap rule = draft.rule("SHADOW");
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        keys.drop("enable", "a rule that is there is on");
        ForeignItem sources = keys.item(SOURCES);
        if (sources != null) {
            sources.entries().forEach((name, source) -> rule.map(SOURCES).put(name, pair(source)));
        }
        ForeignItem tables = keys.item("tables");
        if (tables != null) {
            tables.entries().forEach((name, table) -> rule.map("tables").put(name, shadowed(table)));
        }
        keys.copy("defaultShadowAlgorithmName", rule);
        new AlgorithmConversion(draft).convert(keys.item("shadowAlgorithms"), TYPES, "shadowAlgorithms", rule);
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

    private ConvertedMap pair(ForeignItem source) {
        ConvertedMap result = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(source, verdicts);
        keys.copy("productionDataSourceName", result);
        keys.copyAs("sourceDataSourceName", "productionDataSourceName", result);
        keys.copy("shadowDataSourceName", result);
        keys.end();
        return result;
    }

    private ConvertedMap shadowed(ForeignItem table) {
        ConvertedMap result = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(table, verdicts);
        keys.copyList("dataSourceNames", result);
        keys.copyList("shadowAlgorithmNames", result);
        keys.end();
        return result;
    }
}
