package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.MaskedColumnContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.MaskedTableContext;
import org.shardingjdbc.feature.mask.MaskRuleConfiguration;
import org.shardingjdbc.feature.mask.MaskedColumn;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** Tables with masked columns, as statements change and show them. Stateless. */
final class MaskedTables {
    static final String COLUMNS = "table column algorithm_type algorithm_props";

    private static final MaskRuleConfiguration NONE = new MaskRuleConfiguration(Map.of(), Map.of());

    private MaskedTables() {}

    /** The rule; an empty one when there is none. */
    static MaskRuleConfiguration ruleOf(ShardingConfiguration configuration) {
        MaskRuleConfiguration rule = Configurations.rule(configuration, MaskRuleConfiguration.class);
        return rule == null ? NONE : rule;
    }

    static UnaryOperator<ShardingConfiguration> edit(Consumer<Entries<Map<String, MaskedColumn>>> edit) {
        return before -> {
            MaskRuleConfiguration rule = ruleOf(before);
            Entries<Map<String, MaskedColumn>> tables = new Entries<>(
                    "mask rule", true, rule.tables(), rule.maskAlgorithms(), columns -> columns.values().stream()
                            .map(MaskedColumn::maskAlgorithm)
                            .toList());
            edit.accept(tables);
            tables.dropUnused(null);
            return Configurations.with(
                    before, new MaskRuleConfiguration(tables.map, tables.algorithms, rule.readerClientInfo()), NONE);
        };
    }

    static UnaryOperator<ShardingConfiguration> put(List<MaskedTableContext> texts, Entries.Put how) {
        Entries.requireDistinct(texts, MaskedTableContext::name, "table");
        texts.forEach(table -> Entries.requireDistinct(table.maskedColumn(), MaskedColumnContext::name, "column"));
        return edit(tables -> texts.forEach(
                text -> tables.put(StatementTexts.of(text.name()), how, before -> columns(text, before, tables))));
    }

    /** What statements have no words for is as before. */
    private static Map<String, MaskedColumn> columns(
            MaskedTableContext text,
            @Nullable Map<String, MaskedColumn> before,
            Entries<Map<String, MaskedColumn>> tables) {
        Map<String, MaskedColumn> columns = new LinkedHashMap<>();
        for (MaskedColumnContext each : text.maskedColumn()) {
            String name = StatementTexts.of(each.name());
            String key = before == null ? null : Entries.key(before, name, true);
            MaskedColumn old = before == null || key == null ? null : before.get(key);
            columns.put(
                    name,
                    new MaskedColumn(
                            tables.algorithm(
                                    StatementTexts.of(text.name()) + "_" + name, StatementTexts.of(each.algorithm())),
                            old != null && old.strict(),
                            old == null ? List.of() : old.exemptReaders()));
        }
        return columns;
    }

    /** @param only the table that is asked for; null for all */
    static List<List<String>> rows(ShardingConfiguration configuration, @Nullable String only) {
        MaskRuleConfiguration rule = ruleOf(configuration);
        List<List<String>> rows = new ArrayList<>();
        rule.tables().forEach((table, columns) -> {
            if (only == null || only.equalsIgnoreCase(table)) {
                columns.forEach((name, column) -> {
                    List<String> row = new ArrayList<>(List.of(table, name));
                    row.addAll(TableRows.typeAndProps(rule.maskAlgorithms(), column.maskAlgorithm()));
                    rows.add(row);
                });
            }
        });
        return rows;
    }
}
