package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.GroupContext;
import org.shardingjdbc.feature.readwrite.DataSourceGroup;
import org.shardingjdbc.feature.readwrite.DataSourceGroup.TransactionalReads;
import org.shardingjdbc.feature.readwrite.ReadwriteSplittingConfiguration;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/** Groups of a primary and its replicas, as statements change and show them. Stateless. */
final class Groups {
    static final String COLUMNS = "name write_storage_unit_name read_storage_unit_names"
            + " transactional_read_query_strategy load_balancer_type load_balancer_props";

    private static final ReadwriteSplittingConfiguration NONE = new ReadwriteSplittingConfiguration(Map.of(), Map.of());

    private Groups() {}

    /** The rule; an empty one when there is none. */
    static ReadwriteSplittingConfiguration ruleOf(ShardingConfiguration configuration) {
        ReadwriteSplittingConfiguration rule =
                Configurations.rule(configuration, ReadwriteSplittingConfiguration.class);
        return rule == null ? NONE : rule;
    }

    static UnaryOperator<ShardingConfiguration> edit(Consumer<Entries<DataSourceGroup>> edit) {
        return before -> {
            ReadwriteSplittingConfiguration rule = ruleOf(before);
            Entries<DataSourceGroup> groups = new Entries<>(
                    "readwrite_splitting rule",
                    false,
                    rule.dataSourceGroups(),
                    rule.loadBalancers(),
                    group -> group.loadBalancerName() == null ? List.of() : List.of(group.loadBalancerName()));
            edit.accept(groups);
            groups.dropUnused(null);
            return Configurations.with(
                    before,
                    new ReadwriteSplittingConfiguration(groups.map, groups.algorithms, rule.harmlessFunctions()),
                    NONE);
        };
    }

    static UnaryOperator<ShardingConfiguration> put(List<GroupContext> texts, Entries.Put how) {
        Entries.requireDistinct(texts, text -> text.name(0), "group");
        // wrong words are told when the text is planned
        texts.forEach(Groups::transactionalReads);
        return edit(groups -> texts.forEach(
                text -> groups.put(StatementTexts.of(text.name(0)), how, before -> group(text, before, groups))));
    }

    private static DataSourceGroup group(GroupContext text, DataSourceGroup before, Entries<DataSourceGroup> groups) {
        String balancer = text.algorithm() == null
                ? null
                : groups.algorithm(StatementTexts.of(text.name(0)), StatementTexts.of(text.algorithm()));
        return new DataSourceGroup(
                StatementTexts.of(text.writer),
                StatementTexts.of(text.names()),
                transactionalReads(text),
                balancer,
                before == null ? ReplicaTerms.DEFAULT : before.terms());
    }

    private static TransactionalReads transactionalReads(GroupContext text) {
        if (text.value() == null) {
            return TransactionalReads.PRIMARY;
        }
        String wanted = StatementTexts.of(text.value()).toUpperCase(Locale.ROOT);
        for (TransactionalReads each : TransactionalReads.values()) {
            if (each.name().equals(wanted)) {
                return each;
            }
        }
        throw SyntaxErrors.at(
                text.value(), "'" + wanted + "' is no strategy of reads; expected is PRIMARY, FIXED or DYNAMIC");
    }

    /** @param only the group that is asked for; null for all */
    static List<List<String>> rows(ShardingConfiguration configuration, @Nullable String only) {
        ReadwriteSplittingConfiguration rule = ruleOf(configuration);
        List<List<String>> rows = new ArrayList<>();
        rule.dataSourceGroups().forEach((name, group) -> {
            if (only == null || only.equals(name)) {
                String balancer = group.loadBalancerName();
                AlgorithmConfiguration known =
                        balancer == null ? null : rule.loadBalancers().get(balancer);
                List<String> row = new ArrayList<>(List.of(
                        name,
                        group.writeDataSourceName(),
                        String.join(",", group.readDataSourceNames()),
                        group.transactionalReads().name()));
                row.addAll(TableRows.typeAndProps(known));
                rows.add(row);
            }
        });
        return rows;
    }

    /**
     * Each replica, and whether it is switched off by hand.
     *
     * @param only the group that is asked for; null for all
     */
    static List<List<String>> states(ShardingConfiguration configuration, @Nullable String only, Set<String> off) {
        List<List<String>> rows = new ArrayList<>();
        ruleOf(configuration).dataSourceGroups().forEach((name, group) -> {
            if (only == null || only.equals(name)) {
                group.readDataSourceNames()
                        .forEach(replica ->
                                rows.add(List.of(name, replica, off.contains(replica) ? "DISABLED" : "ENABLED")));
            }
        });
        return rows;
    }
}
