package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.AlgorithmContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.EncryptedColumnContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.EncryptedTableContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.StoredForm;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** Tables with encrypted columns, as statements change and show them. Stateless. */
final class EncryptedTables {
    static final String COLUMNS = "table logic_column cipher_column assisted_query_column like_query_column"
            + " encryptor_type encryptor_props assisted_query_type assisted_query_props like_query_type"
            + " like_query_props";

    private static final EncryptRuleConfiguration NONE = new EncryptRuleConfiguration(Map.of(), Map.of());

    private EncryptedTables() {}

    /** The rule; an empty one when there is none. */
    static EncryptRuleConfiguration ruleOf(ShardingConfiguration configuration) {
        EncryptRuleConfiguration rule = Configurations.rule(configuration, EncryptRuleConfiguration.class);
        return rule == null ? NONE : rule;
    }

    static UnaryOperator<ShardingConfiguration> edit(Consumer<Entries<Map<String, EncryptedColumn>>> edit) {
        return before -> {
            EncryptRuleConfiguration rule = ruleOf(before);
            Entries<Map<String, EncryptedColumn>> tables =
                    new Entries<>("encrypt rule", true, rule.tables(), rule.encryptors(), EncryptedTables::encryptors);
            edit.accept(tables);
            tables.dropUnused(null);
            return Configurations.with(before, new EncryptRuleConfiguration(tables.map, tables.algorithms), NONE);
        };
    }

    private static List<String> encryptors(Map<String, EncryptedColumn> columns) {
        List<String> names = new ArrayList<>();
        columns.values().forEach(column -> {
            for (StoredForm form : new StoredForm[] {column.cipher(), column.assistedQuery(), column.likeQuery()}) {
                if (form != null) {
                    names.add(form.encryptorName());
                }
            }
        });
        return names;
    }

    static UnaryOperator<ShardingConfiguration> put(List<EncryptedTableContext> texts, Entries.Put how) {
        Entries.requireDistinct(texts, EncryptedTableContext::name, "table");
        texts.forEach(table -> {
            Entries.requireDistinct(table.encryptedColumn(), column -> column.column, "column");
            table.encryptedColumn().forEach(EncryptedTables::requireComplete);
        });
        return edit(tables -> texts.forEach(
                text -> tables.put(StatementTexts.of(text.name()), how, before -> columns(text, before, tables))));
    }

    private static void requireComplete(EncryptedColumnContext text) {
        if ((text.assisted == null) != (text.assistedBy == null)) {
            throw SyntaxErrors.at(text, "ASSISTED_QUERY and ASSISTED_QUERY_ALGORITHM stand together or not at all");
        }
        if ((text.liked == null) != (text.likedBy == null)) {
            throw SyntaxErrors.at(text, "LIKE_QUERY and LIKE_QUERY_ALGORITHM stand together or not at all");
        }
    }

    private static Map<String, EncryptedColumn> columns(
            EncryptedTableContext text,
            @Nullable Map<String, EncryptedColumn> before,
            Entries<Map<String, EncryptedColumn>> tables) {
        Map<String, EncryptedColumn> columns = new LinkedHashMap<>();
        for (EncryptedColumnContext each : text.encryptedColumn()) {
            String name = StatementTexts.of(each.column);
            String key = before == null ? null : Entries.key(before, name, true);
            EncryptedColumn old = before == null || key == null ? null : before.get(key);
            columns.put(name, column(each, StatementTexts.of(text.name()), old, tables));
        }
        return columns;
    }

    /** What statements have no words for is as before. */
    private static EncryptedColumn column(
            EncryptedColumnContext text,
            String table,
            @Nullable EncryptedColumn before,
            Entries<Map<String, EncryptedColumn>> tables) {
        String prefix = table + "_" + StatementTexts.of(text.column);
        return new EncryptedColumn(
                form(text.cipher, text.algorithm(0), before == null ? null : before.cipher(), prefix, tables),
                form(
                        text.assisted,
                        text.assistedBy,
                        before == null ? null : before.assistedQuery(),
                        prefix + "_assisted",
                        tables),
                form(text.liked, text.likedBy, before == null ? null : before.likeQuery(), prefix + "_like", tables),
                before == null ? null : before.plain(),
                before != null && before.pulled());
    }

    private static @Nullable StoredForm form(
            NameContext name,
            AlgorithmContext algorithm,
            @Nullable StoredForm before,
            String prefix,
            Entries<Map<String, EncryptedColumn>> tables) {
        if (name == null) {
            return null;
        }
        String column = StatementTexts.of(name);
        boolean writeOnly = before != null && column.equalsIgnoreCase(before.name()) && before.writeOnly();
        return new StoredForm(column, tables.algorithm(prefix, StatementTexts.of(algorithm)), writeOnly);
    }

    /** @param only the table that is asked for; null for all */
    static List<List<String>> rows(ShardingConfiguration configuration, @Nullable String only) {
        EncryptRuleConfiguration rule = ruleOf(configuration);
        List<List<String>> rows = new ArrayList<>();
        rule.tables().forEach((table, columns) -> {
            if (only == null || only.equalsIgnoreCase(table)) {
                columns.forEach((name, column) -> {
                    List<String> row = new ArrayList<>(List.of(
                            table,
                            name,
                            stored(column.cipher()),
                            stored(column.assistedQuery()),
                            stored(column.likeQuery())));
                    row.addAll(encryptor(rule, column.cipher()));
                    row.addAll(encryptor(rule, column.assistedQuery()));
                    row.addAll(encryptor(rule, column.likeQuery()));
                    rows.add(row);
                });
            }
        });
        return rows;
    }

    private static String stored(@Nullable StoredForm form) {
        String name = form == null ? null : form.name();
        return name == null ? "" : name;
    }

    private static List<String> encryptor(EncryptRuleConfiguration rule, @Nullable StoredForm form) {
        return TableRows.typeAndProps(rule.encryptors(), form == null ? null : form.encryptorName());
    }
}
