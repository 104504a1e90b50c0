package org.shardingjdbc.feature.readwrite.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.feature.readwrite.DataSourceGroup;
import org.shardingjdbc.feature.readwrite.DataSourceGroup.TransactionalReads;
import org.shardingjdbc.feature.readwrite.LoadBalancer;
import org.shardingjdbc.feature.readwrite.PrimaryCheck;
import org.shardingjdbc.feature.readwrite.ReadwriteSplittingConfiguration;
import org.shardingjdbc.feature.readwrite.internal.health.GroupHealth;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.problem.ConfigPath;

/** Reads and compiles {@code !READWRITE_SPLITTING}. Stateless. */
public final class ReadwriteRuleProvider implements RuleProvider<ReadwriteSplittingConfiguration> {
    private static final String GROUPS = "dataSourceGroups";
    private static final String PRIMARY = "writeDataSourceName";
    private static final String REPLICAS = "readDataSourceNames";
    private static final String STRATEGY = "transactionalReadQueryStrategy";
    private static final String BALANCER = "loadBalancerName";
    private static final String BALANCERS = "loadBalancers";
    private static final String HARMLESS = "harmless-functions";
    private static final List<String> RULE = List.of(GROUPS, BALANCERS, HARMLESS);
    private static final List<String> GROUP = List.of(
            PRIMARY,
            REPLICAS,
            STRATEGY,
            BALANCER,
            ReplicaTermsReader.HEALTH,
            ReplicaTermsReader.MAX_LAG,
            ReplicaTermsReader.OWN_WRITES,
            ReplicaTermsReader.FAILOVER,
            ReplicaTermsReader.HEARTBEAT,
            ReplicaTermsReader.PRIMARY_CHECK);

    /** What ShardingSphere had before 5.5.1, and what stands in its place. */
    private static final Map<String, String> FORMER = Map.of("dataSources", "write the groups under '" + GROUPS + "'");

    private static final String NO_DISCOVERY =
            "name the primary under '" + PRIMARY + "' and the replicas under '" + REPLICAS + "'";

    private static final Map<String, String> FORMER_OF_GROUP = Map.of(
            "staticStrategy",
            "write its keys one level higher, beside '" + BALANCER + "'",
            "dynamicStrategy",
            NO_DISCOVERY,
            "autoAwareDataSourceName",
            NO_DISCOVERY,
            "writeDataSourceQueryEnabled",
            "write health: {when-none: primary}, or fail",
            "type",
            "write '" + PRIMARY + "' and '" + REPLICAS + "' without a type",
            "props",
            "write write-data-source-name as '" + PRIMARY + "', read-data-source-names as '" + REPLICAS + "'",
            "primaryDataSourceName",
            NO_DISCOVERY,
            "replicaDataSourceNames",
            NO_DISCOVERY);

    @Override
    public String tag() {
        return "READWRITE_SPLITTING";
    }

    @Override
    public Class<ReadwriteSplittingConfiguration> configurationType() {
        return ReadwriteSplittingConfiguration.class;
    }

    @Override
    public RuleConversion conversion() {
        return ReadwriteConversion.PART;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.DATABASES);
    }

    @Override
    public ConfigurationText write(ReadwriteSplittingConfiguration configuration) {
        return new ConfigurationText()
                .maps(GROUPS, configuration.dataSourceGroups(), ReadwriteRuleProvider::written)
                .algorithms(BALANCERS, configuration.loadBalancers())
                .texts(HARMLESS, configuration.harmlessFunctions());
    }

    private static ConfigurationText written(DataSourceGroup group) {
        ConfigurationText text = new ConfigurationText()
                .text(PRIMARY, group.writeDataSourceName())
                .texts(REPLICAS, group.readDataSourceNames())
                .constant(STRATEGY, group.transactionalReads(), TransactionalReads.PRIMARY)
                .text(BALANCER, group.loadBalancerName());
        ReplicaTermsWriter.write(group.terms(), text);
        return text;
    }

    @Override
    public ReadwriteSplittingConfiguration read(ConfigurationMap map) {
        ConfigurationMap read = map.only(RULE, FORMER);
        return new ReadwriteSplittingConfiguration(
                read.maps(GROUPS, ReadwriteRuleProvider::group), read.algorithms(BALANCERS), read.textList(HARMLESS));
    }

    private static DataSourceGroup group(ConfigurationMap map) {
        ConfigurationMap read = map.only(GROUP, FORMER_OF_GROUP);
        return new DataSourceGroup(
                read.requiredText(PRIMARY),
                read.textList(REPLICAS),
                read.constant(STRATEGY, TransactionalReads.PRIMARY),
                read.text(BALANCER),
                ReplicaTermsReader.read(read));
    }

    @Override
    public List<String> chosenDataSources(ReadwriteSplittingConfiguration configuration) {
        List<String> replicas = new ArrayList<>();
        ExpandedGroup.of(configuration.dataSourceGroups())
                .forEach(each -> replicas.addAll(each.group().readDataSourceNames()));
        return replicas;
    }

    @Override
    public Map<String, String> dataSourceNames(ReadwriteSplittingConfiguration configuration) {
        Map<String, String> names = new LinkedHashMap<>();
        for (ExpandedGroup each : ExpandedGroup.of(configuration.dataSourceGroups())) {
            if (each.group().writeDataSourceName() != null) {
                names.put(each.name(), each.group().writeDataSourceName());
            }
        }
        return names;
    }

    @Override
    public Rule compile(ReadwriteSplittingConfiguration configuration, RuleSetup setup) {
        LoadBalancers balancers =
                new LoadBalancers(configuration.loadBalancers(), setup.path().key(BALANCERS), setup.problems());
        Group[] groups = new Group[setup.dataSources().all().size()];
        Set<String> used = new HashSet<>();
        ExpandedGroup.of(configuration.dataSourceGroups()).forEach(each -> {
            ConfigPath at = setup.path().key(GROUPS).key(each.configured());
            DataSourceGroup group = each.group();
            String writer = group.writeDataSourceName();
            if (!isComplete(each, at, setup) || writer == null) {
                return;
            }
            int primary = setup.anyDataSource(writer, at.key(PRIMARY));
            requireUnused(writer, used, at.key(PRIMARY), setup);
            List<Integer> indexes = new ArrayList<>();
            for (int i = 0; i < group.readDataSourceNames().size(); i++) {
                String replica = group.readDataSourceNames().get(i);
                ConfigPath place = at.key(REPLICAS).index(each.places().get(i));
                requireUnused(replica, used, place, setup);
                indexes.add(setup.anyDataSource(replica, place));
            }
            LoadBalancer balancer =
                    balancers.named(group.loadBalancerName(), group.readDataSourceNames(), at.key(BALANCER));
            List<String> all = new ArrayList<>(List.of(group.writeDataSourceName()));
            all.addAll(group.readDataSourceNames());
            PrimaryCheck check = PrimaryChecks.of(
                    group.terms().primaryCheck(), all, at.key(ReplicaTermsReader.PRIMARY_CHECK), setup.problems());
            if (primary >= 0 && primary < groups.length) {
                groups[primary] = new Group(
                        new GroupHealth(
                                each.name(),
                                writer,
                                primary,
                                group.readDataSourceNames(),
                                indexes,
                                group.terms(),
                                check),
                        balancer,
                        group.transactionalReads());
            }
        });
        Set<String> harmless = new HashSet<>();
        configuration.harmlessFunctions().forEach(each -> harmless.add(each.toLowerCase(Locale.ROOT)));
        return new ReadwriteRule(groups, harmless);
    }

    private static boolean isComplete(ExpandedGroup each, ConfigPath at, RuleSetup setup) {
        DataSourceGroup group = each.group();
        if (each.mistake() != null) {
            setup.problems().addAtKey(at, each.mistake());
            return false;
        }
        if (group.readDataSourceNames().isEmpty()) {
            setup.problems().add(at, "key '" + REPLICAS + "' is missing or empty; name at least one replica");
            return false;
        }
        return true;
    }

    private static void requireUnused(String name, Set<String> used, ConfigPath at, RuleSetup setup) {
        if (!used.add(name)) {
            setup.problems()
                    .add(at, "data source '" + name + "' has a part already; each is one primary or one replica");
        }
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of(
                "!READWRITE_SPLITTING",
                RULE,
                "!READWRITE_SPLITTING group",
                GROUP,
                "!READWRITE_SPLITTING health",
                ReplicaTermsReader.HEALTH_KEYS,
                "!READWRITE_SPLITTING primary-check",
                ReplicaTermsReader.CHECK_KEYS,
                "!READWRITE_SPLITTING read-your-writes",
                ReplicaTermsReader.OWN_WRITES_KEYS);
    }
}
