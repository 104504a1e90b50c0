package org.shardingjdbc.feature.mask.internal;

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

/** Converts masks. */
final class MaskConversion {
    static final RuleConversion PART =
            new RuleConversion(Set.of("!MASK"), (name, rule, draft) -> new MaskConversion(draft).convert(rule));

    private static final AlgorithmTypes TYPES = new AlgorithmTypes(
            Set.of(
                    "MD5",
                    "KEEP_FIRST_N_LAST_M",
                    "KEEP_FROM_X_TO_Y",
                    "MASK_FIRST_N_LAST_M",
                    "MASK_FROM_X_TO_Y",
                    "MASK_BEFORE_SPECIAL_CHARS",
                    "MASK_AFTER_SPECIAL_CHARS",
                    "GENERIC_TABLE_RANDOM_REPLACE"),
            Map.of(),
            "write a factory of such a mask for this library");

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    private MaskConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    private void convert(ForeignItem map) {
        ConvertedMap rule = draft.rule("MASK");
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        ForeignItem tables = keys.item("tables");
        if (tables != null) {
            tables.entries().forEach((name, table) -> {
                ForeignItem columns = table.get("columns");
                if (columns != null) {
                    columns.entries()
                            .forEach((column, entry) ->
                                    rule.map("tables").map(name).map("columns").put(column, masked(entry)));
                }
            });
        }
        new AlgorithmConversion(draft).convert(keys.item("maskAlgorithms"), TYPES, "maskAlgorithms", rule);
        keys.copy("readerClientInfo", rule);
        keys.end();
    }

    private ConvertedMap masked(ForeignItem column) {
        ConvertedMap result = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(column, verdicts);
        keys.copy("maskAlgorithm", result);
        keys.copy("strict", result);
        keys.copy("exemptReaders", result);
        keys.end();
        return result;
    }
}
