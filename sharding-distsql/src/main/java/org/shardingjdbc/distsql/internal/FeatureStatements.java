package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.StoredForm;
import org.shardingjdbc.feature.mask.MaskRuleConfiguration;
import org.shardingjdbc.feature.mask.MaskedColumn;
import org.shardingjdbc.feature.readwrite.DataSourceGroup;
import org.shardingjdbc.feature.readwrite.ReadwriteSplittingConfiguration;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.feature.shadow.ShadowDataSource;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/** As {@link Statements}, for the rules of sharding-feature; loaded only where that is. Stateless. */
final class FeatureStatements {
    private FeatureStatements() {}

    /**
     * @param before for statements about data sources, which other rules may name
     * @param after for statements about tables
     * @return false for another rule
     */
    static boolean write(RuleConfiguration rule, List<String> before, List<String> after) {
        if (rule instanceof ReadwriteSplittingConfiguration splitting) {
            StatementWords.require(splitting.harmlessFunctions().isEmpty(), "'harmless-functions'");
            splitting.dataSourceGroups().forEach((name, group) -> before.add(group(name, group, splitting)));
        } else if (rule instanceof ShadowRuleConfiguration shadow) {
            shadow(shadow, after);
        } else if (rule instanceof EncryptRuleConfiguration encrypt) {
            encrypt.tables().forEach((table, columns) -> after.add(encrypted(table, columns, encrypt.encryptors())));
        } else if (rule instanceof MaskRuleConfiguration mask) {
            StatementWords.require(mask.readerClientInfo() == null, "the client info of readers");
            mask.tables().forEach((table, columns) -> after.add(masked(table, columns, mask.maskAlgorithms())));
        } else {
            return false;
        }
        return true;
    }

    private static String group(String name, DataSourceGroup group, ReadwriteSplittingConfiguration rule) {
        StatementWords.require(
                group.terms().equals(ReplicaTerms.DEFAULT), "when the replicas of group '" + name + "' answer");
        String balancer = group.loadBalancerName();
        return "CREATE READWRITE_SPLITTING RULE " + StatementWords.name(name) + " (WRITE_STORAGE_UNIT="
                + StatementWords.name(group.writeDataSourceName()) + ", READ_STORAGE_UNITS("
                + StatementWords.names(group.readDataSourceNames()) + "), TRANSACTIONAL_READ_QUERY_STRATEGY="
                + StatementWords.value(group.transactionalReads().name())
                + (balancer == null ? "" : ", " + StatementWords.algorithm(rule.loadBalancers(), balancer)) + ")";
    }

    private static String encrypted(
            String table, Map<String, EncryptedColumn> columns, Map<String, AlgorithmConfiguration> encryptors) {
        List<String> all = new ArrayList<>();
        columns.forEach((name, column) -> {
            String what = " of the encrypted column '" + table + "." + name + "'";
            StatementWords.require(column.plain() == null, "'plain'" + what);
            StatementWords.require(!column.pulled(), "'pulled'" + what);
            StringBuilder text = new StringBuilder("(NAME=").append(StatementWords.name(name));
            StringBuilder by = new StringBuilder();
            form("CIPHER", "ENCRYPT_ALGORITHM", column.cipher(), what, encryptors, text, by);
            form("ASSISTED_QUERY", "ASSISTED_QUERY_ALGORITHM", column.assistedQuery(), what, encryptors, text, by);
            form("LIKE_QUERY", "LIKE_QUERY_ALGORITHM", column.likeQuery(), what, encryptors, text, by);
            all.add(text.append(by).append(')').toString());
        });
        return "CREATE ENCRYPT RULE " + StatementWords.name(table) + " (COLUMNS(" + String.join(", ", all) + "))";
    }

    private static void form(
            String word,
            String algorithm,
            @Nullable StoredForm form,
            String what,
            Map<String, AlgorithmConfiguration> encryptors,
            StringBuilder text,
            StringBuilder by) {
        if (form != null) {
            StatementWords.require(!form.writeOnly(), "'writeOnly'" + what);
            text.append(", ").append(word).append('=').append(StatementWords.name(form.name()));
            by.append(", ").append(algorithm).append('(');
            by.append(StatementWords.algorithm(encryptors, form.encryptorName()))
                    .append(')');
        }
    }

    private static String masked(
            String table, Map<String, MaskedColumn> columns, Map<String, AlgorithmConfiguration> algorithms) {
        List<String> all = new ArrayList<>();
        columns.forEach((name, column) -> {
            boolean said = !column.strict() && column.exemptReaders().isEmpty();
            StatementWords.require(
                    said, "that the masked column '" + table + "." + name + "' is strict or has exempt readers");
            all.add("(NAME=" + StatementWords.name(name) + ", "
                    + StatementWords.algorithm(algorithms, column.maskAlgorithm()) + ")");
        });
        return "CREATE MASK RULE " + StatementWords.name(table) + " (COLUMNS(" + String.join(", ", all) + "))";
    }

    /** Tables come last, since those without algorithms need the default. */
    private static void shadow(ShadowRuleConfiguration rule, List<String> statements) {
        StatementWords.require(
                rule.definitions() == ShadowRuleConfiguration.Definitions.PRODUCTION, "where definitions run");
        StatementWords.require(
                rule.undecided() == ShadowRuleConfiguration.Undecided.REFUSE, "what is done when undecided");
        String byDefault = rule.defaultShadowAlgorithmName();
        if (byDefault != null) {
            rule.dataSources().keySet().forEach(name -> statements.add(shadow("CREATE", name, "", rule)));
            statements.add(
                    "CREATE DEFAULT SHADOW ALGORITHM " + StatementWords.algorithm(rule.shadowAlgorithms(), byDefault));
        }
        Set<String> written = new HashSet<>();
        for (String name : rule.dataSources().keySet()) {
            StringBuilder tables = new StringBuilder();
            rule.tables().forEach((table, each) -> {
                if (each.dataSourceNames().contains(name)) {
                    List<String> algorithms = new ArrayList<>();
                    if (written.add(table)) {
                        each.shadowAlgorithmNames()
                                .forEach(one -> algorithms.add(StatementWords.algorithm(rule.shadowAlgorithms(), one)));
                    }
                    tables.append(", ").append(StatementWords.name(table)).append('(');
                    tables.append(String.join(", ", algorithms)).append(')');
                }
            });
            if (byDefault == null || !tables.isEmpty()) {
                statements.add(shadow(byDefault == null ? "CREATE" : "ALTER", name, tables.toString(), rule));
            }
        }
    }

    private static String shadow(String verb, String name, String tables, ShadowRuleConfiguration rule) {
        ShadowDataSource source = Objects.requireNonNull(rule.dataSources().get(name));
        return verb + " SHADOW RULE " + StatementWords.name(name) + " (SOURCE="
                + StatementWords.name(source.productionDataSourceName()) + ", SHADOW="
                + StatementWords.name(source.shadowDataSourceName()) + tables + ")";
    }
}
