package org.shardingjdbc.feature.readwrite.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

/**
 * Converts replicas: {@code masterSlaveRules}, {@code !REPLICA_QUERY}, {@code !READWRITE_SPLITTING} of all versions.
 */
final class ReadwriteConversion {
    static final RuleConversion PART = new RuleConversion(
            Set.of(
                    "!READWRITE_SPLITTING",
                    "!REPLICA_QUERY",
                    "masterSlaveRule",
                    "spring.shardingsphere.masterslave",
                    "shardingRule.masterSlaveRules"),
            ReadwriteConversion::convert);

    private static final AlgorithmTypes TYPES = new AlgorithmTypes(
            Set.of("ROUND_ROBIN", "RANDOM", "WEIGHT"),
            Map.of(
                    "TRANSACTION_ROUND_ROBIN", "ROUND_ROBIN",
                    "TRANSACTION_RANDOM", "RANDOM",
                    "TRANSACTION_WEIGHT", "WEIGHT",
                    "FIXED_REPLICA_ROUND_ROBIN", "ROUND_ROBIN",
                    "FIXED_REPLICA_RANDOM", "RANDOM",
                    "FIXED_REPLICA_WEIGHT", "WEIGHT",
                    "FIXED_PRIMARY", "ROUND_ROBIN"),
            "use ROUND_ROBIN, RANDOM or WEIGHT, or a LoadBalancerFactory of this library");

    private static final String GROUPS = "dataSourceGroups";
    private static final String PRIMARY = "writeDataSourceName";
    private static final String REPLICAS = "readDataSourceNames";
    private static final String READS = "transactionalReadQueryStrategy";
    private static final String BALANCER = "loadBalancerName";
    private static final String BALANCERS = "loadBalancers";
    private static final String HIGHER = "stands one level higher";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final AlgorithmConversion algorithms;
    private final ConvertedMap rule;
    private final Map<String, String> readsByBalancer = new LinkedHashMap<>();

    private ReadwriteConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.algorithms = new AlgorithmConversion(draft);
        this.rule = draft.rule("READWRITE_SPLITTING");
    }

    private static void convert(String name, ForeignItem rule, ConversionDraft draft) {
        ReadwriteConversion conversion = new ReadwriteConversion(draft);
        switch (name) {
            case "!READWRITE_SPLITTING" -> conversion.convert(rule);
            case "!REPLICA_QUERY" -> {
                draft.old();
                draft.verdicts().changed(rule, "is written as !READWRITE_SPLITTING");
                conversion.convert(rule);
            }
            case "shardingRule.masterSlaveRules" -> conversion.groupsOf4(rule);
            default -> conversion.ruleOf4(rule);
        }
    }

    /** The rule of 5.x. */
    private void convert(ForeignItem map) {
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        ForeignItem balancers = keys.item(BALANCERS);
        if (balancers != null) {
            balancers.entries().forEach(this::readsOf);
        }
        ForeignItem groups = keys.item(GROUPS);
        ForeignItem sources = keys.item("dataSources");
        if (sources != null) {
            verdicts.changed(sources, "is written as " + GROUPS);
            sources.entries().values().forEach(verdicts::taken);
        }
        ForeignItem all = groups == null ? sources : groups;
        if (all != null) {
            all.entries().forEach((name, group) -> rule.map(GROUPS).put(name, group(group)));
        }
        algorithms.convert(balancers, TYPES, BALANCERS, rule);
        keys.copy("harmless-functions", rule);
        keys.end();
    }

    /** Groups of 4.x, by name. */
    private void groupsOf4(ForeignItem groups) {
        draft.old();
        groups.entries().forEach(this::groupOf4);
    }

    /** A group of 4.x that has its name among its keys. */
    private void ruleOf4(ForeignItem group) {
        draft.old();
        ForeignItem name = group.get("name");
        if (name != null) {
            verdicts.changed(name, "is the name of the group");
        }
        groupOf4(name == null ? "ds_0" : name.text(), group);
    }

    private void groupOf4(String name, ForeignItem map) {
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        ConvertedMap group = new ConvertedMap();
        if (keys.item("name") != null && !verdicts.has(keys.item("name"))) {
            verdicts.dropped(keys.item("name"), "the key of the group is its name");
        }
        group.put(PRIMARY, keys.text("masterDataSourceName", "is written as " + PRIMARY));
        ForeignItem replicas = keys.item("slaveDataSourceNames");
        if (replicas != null) {
            verdicts.changed(replicas, "is written as " + REPLICAS);
            group.put(REPLICAS, replicas.texts());
        }
        String type = keys.text("loadBalanceAlgorithmType", "is an entry of " + BALANCERS);
        if (type != null) {
            balancer(type.toUpperCase(Locale.ROOT), group);
        }
        keys.notYet(
                "loadBalanceAlgorithmClassName",
                "is a class for an interface of 4.x",
                "write a LoadBalancerFactory of this library");
        keys.drop("props", "is not read by the built-in balancers");
        ForeignItem nested = keys.item("loadBalanceStrategyConfiguration");
        if (nested != null) {
            verdicts.changed(nested, "is an entry of " + BALANCERS);
            balancer(String.valueOf(nested.textOf("type")).toUpperCase(Locale.ROOT), group);
        }
        keys.end();
        rule.map(GROUPS).put(name, group);
    }

    private void balancer(String type, ConvertedMap group) {
        String name = type.toLowerCase(Locale.ROOT);
        group.put(BALANCER, name);
        rule.map(BALANCERS).put(name, new ConvertedMap().put("type", type));
    }

    /** What balancers of 5.1 to 5.3 said about transactions is said by the group now. */
    private void readsOf(String name, ForeignItem balancer) {
        String type = String.valueOf(balancer.textOf("type")).toUpperCase(Locale.ROOT);
        if (type.startsWith("TRANSACTION_")) {
            readsByBalancer.put(name, "DYNAMIC");
        } else if (type.startsWith("FIXED_REPLICA_")) {
            readsByBalancer.put(name, "FIXED");
        } else if (type.equals("FIXED_PRIMARY")) {
            readsByBalancer.put(name, "PRIMARY");
        }
    }

    private ConvertedMap group(ForeignItem map) {
        ConvertedMap group = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        named(keys, group);
        ForeignItem fixed = keys.item("staticStrategy");
        if (fixed != null) {
            draft.old();
            verdicts.changed(fixed, HIGHER);
            ForeignKeys below = new ForeignKeys(fixed, verdicts);
            named(below, group);
            below.end();
        }
        ForeignItem dynamic = keys.item("dynamicStrategy");
        if (dynamic != null) {
            verdicts.changed(dynamic, "a primary is named, and one that moves is followed");
            ForeignKeys below = new ForeignKeys(dynamic, verdicts);
            discovered(below, group);
            below.end();
        }
        discovered(keys, group);
        ofProps(keys, group);
        ForeignItem type = keys.item("type");
        if (type != null) {
            draft.old();
            verdicts.dropped(type, "the keys of a group tell it");
        }
        keys.copy(READS, group);
        keys.copy(BALANCER, group);
        List.of("health", "failover", "max-lag-millis", "heartbeat-table", "read-your-writes")
                .forEach(key -> keys.copy(key, group));
        keys.end();
        if (!group.has(READS) && group.get(BALANCER) instanceof ForeignItem balancer) {
            group.put(READS, readsByBalancer.get(balancer.text()));
        }
        return group;
    }

    private void named(ForeignKeys keys, ConvertedMap group) {
        keys.copy(PRIMARY, group);
        keys.copyList(REPLICAS, group);
        keys.copyAs("primaryDataSourceName", PRIMARY, group);
        ForeignItem replicas = keys.item("replicaDataSourceNames");
        if (replicas != null) {
            draft.old();
            verdicts.changed(replicas, "is written as " + REPLICAS);
            group.put(REPLICAS, replicas.texts());
        }
    }

    /** The form of 5.1: everything in props. */
    private void ofProps(ForeignKeys keys, ConvertedMap group) {
        ForeignItem props = keys.item("props");
        if (props == null) {
            return;
        }
        draft.old();
        ForeignKeys below = new ForeignKeys(props, verdicts);
        group.put(PRIMARY, below.text("write-data-source-name", "is written as " + PRIMARY));
        ForeignItem replicas = below.item("read-data-source-names");
        if (replicas != null) {
            verdicts.changed(replicas, "is written as " + REPLICAS);
            group.put(REPLICAS, replicas.texts());
        }
        discovered(below, group);
        below.end();
    }

    private void discovered(ForeignKeys keys, ConvertedMap group) {
        ForeignItem name = keys.item("autoAwareDataSourceName");
        keys.drop(
                "writeDataSourceQueryEnabled", "the primary is read where no replica may be, unless health forbids it");
        if (name == null) {
            return;
        }
        draft.old();
        List<String> sources = draft.discovered().getOrDefault(name.text(), List.of());
        if (sources.size() < 2) {
            verdicts.notYet(
                    name,
                    "no rule !DB_DISCOVERY lists a primary and replicas under this name",
                    "write " + PRIMARY + " and " + REPLICAS);
            return;
        }
        draft.followed().add(name.text());
        verdicts.changed(
                name,
                "is " + sources.get(0) + " as the primary, the others as its replicas, and failover: follow",
                "look whether " + sources.get(0) + " takes the writes today; name the one that does");
        group.put(PRIMARY, sources.get(0));
        group.put(REPLICAS, new ArrayList<>(sources.subList(1, sources.size())));
        group.put("failover", "follow");
    }
}
