package org.shardingjdbc.rule.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.DataSourceNames;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.rule.datasource.TransactionChoices;
import org.shardingjdbc.rule.execution.ExecutionCheck;
import org.shardingjdbc.rule.execution.ExecutionInterceptor;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.RouteCheck;
import org.shardingjdbc.rule.hint.KeyHint;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.side.SideChoice;
import org.shardingjdbc.rule.side.StatementValues;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.SwitchListener;
import org.shardingjdbc.rule.watch.WritersAgreement;

/**
 * All rules of one configuration, compiled. Immutable, shared by all threads; a reconfiguration makes a new one.
 * Whoever asks takes the part that is for it; only who makes, deploys or hands on rules knows them all.
 */
public final class Rules implements PlanningRules, ExecutionRules, WatchRules {
    private final DataSourceNames dataSources;
    private final Map<String, LogicTable> tablesByName;
    private final List<LogicTable> tables;
    private final List<Rule> rules;
    private final int defaultDataSource;
    private final Set<String> harmlessFunctions;
    private final ActualTableOwners owners;
    /** Whether rules transform values of a table that has actual tables of other names. */
    private final boolean transformRenamed;
    /** By the lower-case names of their tables. */
    private final Map<String, List<LookUp>> lookUps;
    /** By the lower-case names of their tables. */
    private final Map<String, List<WritesBeside>> writesBeside;

    /** Of the rules that have one. */
    private final List<SwitchListener> switchListeners;

    private final Sides noSides;
    private final Sides sidesOfUnseen;

    /**
     * @param tables names differ without case
     * @param tablesByName by lower-case name
     * @param rules in the order in which they apply
     * @param noSides of statements of which no rule tells its side
     */
    Rules(
            DataSourceNames dataSources,
            List<LogicTable> tables,
            Map<String, LogicTable> tablesByName,
            List<Rule> rules,
            Sides noSides) {
        this.dataSources = dataSources;
        this.noSides = noSides;
        this.tables = List.copyOf(tables);
        this.tablesByName = Map.copyOf(tablesByName);
        this.rules = List.copyOf(rules);
        this.defaultDataSource = defaultDataSource(rules);
        this.switchListeners = rules.stream()
                .map(Rule::switchListener)
                .filter(Objects::nonNull)
                .toList();
        this.harmlessFunctions = rules.stream()
                .flatMap(each -> each.harmlessFunctions().stream())
                .collect(Collectors.toUnmodifiableSet());
        this.owners = new ActualTableOwners(this.tables);
        this.transformRenamed = this.tables.stream()
                .anyMatch(table ->
                        table.isRenamed() && !configuredColumns(table.name()).isEmpty());
        this.lookUps = byTable(table ->
                rules.stream().flatMap(rule -> rule.lookUps(table).stream()).toList());
        this.writesBeside = byTable(table -> rules.stream()
                .map(rule -> rule.writesBeside(table))
                .filter(Objects::nonNull)
                .toList());
        this.sidesOfUnseen = sides(UnseenStatement.ONLY, UnseenStatement.ONLY);
    }

    private <T> Map<String, List<T>> byTable(Function<String, List<T>> ofTable) {
        Map<String, List<T>> byName = new HashMap<>();
        tablesByName.forEach((name, table) -> {
            List<T> all = ofTable.apply(table.name());
            if (!all.isEmpty()) {
                byName.put(name, all);
            }
        });
        return Map.copyOf(byName);
    }

    @Override
    public boolean accompany() {
        return !lookUps.isEmpty() || !writesBeside.isEmpty();
    }

    @Override
    public List<LookUp> lookUps(String table) {
        return lookUps.getOrDefault(table.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public List<WritesBeside> writesBeside(String table) {
        return writesBeside.getOrDefault(table.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public String logicName(String name) {
        PartitionedTable owner = tablesByName.containsKey(name.toLowerCase(Locale.ROOT)) ? null : owners.of(name);
        return owner == null ? name : owner.name();
    }

    @Override
    public ActualTableOwners owners() {
        return owners;
    }

    @Override
    public List<String> allDataSourceNames() {
        return dataSources.all();
    }

    @Override
    public List<String> dataSourceNames() {
        return dataSources.placed();
    }

    @Override
    public @Nullable LogicTable table(String name) {
        return tablesByName.get(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public List<LogicTable> tables() {
        return tables;
    }

    @Override
    public boolean takes(KeyHint key) {
        for (LogicTable table : tables) {
            PartitionedTable sharded = table.partitioning();
            if (sharded != null && takes(sharded, key)) {
                return true;
            }
        }
        return false;
    }

    private static boolean takes(PartitionedTable table, KeyHint key) {
        List<Object> superKey = key.superKey();
        List<Object> own = key.key();
        if (superKey == null) {
            return own != null && own.size() == table.shardingColumns().size();
        }
        return superKey.size() == table.databaseColumns().length
                && (own == null || own.size() == table.tableColumns().length);
    }

    @Override
    public int defaultDataSource() {
        return defaultDataSource;
    }

    @Override
    public Set<String> harmlessFunctions() {
        return harmlessFunctions;
    }

    @Override
    public List<Rule> all() {
        return rules;
    }

    @Override
    public boolean adopts(int dataSource, @Nullable String schema, String table) {
        for (Rule rule : rules) {
            if (rule.adopts(dataSource, schema, table)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int adoptionPrecision(int dataSource, @Nullable String schema, String table) {
        int most = 0;
        for (Rule rule : rules) {
            most = Math.max(most, rule.adoptionPrecision(dataSource, schema, table));
        }
        return most;
    }

    @Override
    public int home(SchemaTable table) {
        for (int i = 0; i < dataSourceNames().size(); i++) {
            if (adoptionPrecision(i, table.schema(), table.table()) == Rule.NAMED_WITH_SCHEMA) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public List<TransformedColumn> columns(String table) {
        PartitionedTable owner = transformRenamed && !tablesByName.containsKey(table.toLowerCase(Locale.ROOT))
                ? owners.among(each -> !configuredColumns(each.name()).isEmpty(), table)
                : null;
        return configuredColumns(owner == null ? table : owner.name());
    }

    private List<TransformedColumn> configuredColumns(String table) {
        Map<String, TransformedColumn> byName = null;
        for (Rule rule : rules) {
            for (TransformedColumn column : rule.columns(table)) {
                byName = byName == null ? new LinkedHashMap<>() : byName;
                byName.merge(column.name().toLowerCase(Locale.ROOT), column, TransformedColumn::then);
            }
        }
        return byName == null ? List.of() : List.copyOf(byName.values());
    }

    @Override
    public @Nullable ShardingException refusal(PlannedStatement statement) {
        for (Rule rule : rules) {
            String refusal = rule.refusal(statement);
            if (refusal != null) {
                return new ShardingException(ErrorCode.REFUSED_BY_RULE, rule.name(), refusal);
            }
        }
        return null;
    }

    @Override
    public void checkAsWritten() {
        for (Rule rule : rules) {
            String refusal = rule.refusalAsWritten();
            if (refusal != null) {
                throw new ShardingException(ErrorCode.REFUSED_BY_RULE, rule.name(), refusal);
            }
        }
    }

    @Override
    public @Nullable PlannedChecks executionChecks(PlannedStatement statement) {
        List<PlannedChecks.NamedCheck> checks = new ArrayList<>();
        for (Rule rule : rules) {
            ExecutionCheck check = rule.executionCheck(statement);
            if (check != null) {
                checks.add(new PlannedChecks.NamedCheck(rule.name(), check));
            }
        }
        return checks.isEmpty() ? null : new PlannedChecks(checks);
    }

    @Override
    public @Nullable PlannedInterceptors interceptors(PlannedStatement statement) {
        List<PlannedInterceptors.NamedInterceptor> interceptors = new ArrayList<>();
        for (Rule rule : rules) {
            ExecutionInterceptor interceptor = rule.executionInterceptor(statement);
            if (interceptor != null) {
                interceptors.add(new PlannedInterceptors.NamedInterceptor(rule.name(), interceptor));
            }
        }
        return interceptors.isEmpty() ? null : new PlannedInterceptors(interceptors);
    }

    @Override
    public Sides sides(PlannedStatement statement, StatementValues values) {
        for (Rule rule : rules) {
            SideChoice choice = rule.sideChoice(statement, values);
            if (choice != null) {
                return Sides.of(rule.name(), choice);
            }
        }
        return noSides;
    }

    @Override
    public Sides sidesOfUnseen() {
        return sidesOfUnseen;
    }

    @Override
    public Sides noSides() {
        return noSides;
    }

    @Override
    public @Nullable RoutedChecks routeChecks(PlannedStatement statement) {
        List<RoutedChecks.NamedCheck> checks = new ArrayList<>();
        for (Rule rule : rules) {
            RouteCheck check = rule.routeCheck(statement);
            if (check != null) {
                checks.add(new RoutedChecks.NamedCheck(rule.name(), check));
            }
        }
        return checks.isEmpty() ? null : new RoutedChecks(checks);
    }

    @Override
    public @Nullable String readerClientInfo() {
        for (Rule rule : rules) {
            if (rule.readerClientInfo() != null) {
                return rule.readerClientInfo();
            }
        }
        return null;
    }

    @Override
    public boolean heedHint(String name) {
        for (Rule rule : rules) {
            if (rule.heedsHint(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<String> transformers(String table, String column) {
        List<String> names = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.columns(table).stream().anyMatch(each -> each.name().equalsIgnoreCase(column))) {
                names.add(rule.name());
            }
        }
        return names;
    }

    @Override
    public void switchedOff(Set<String> dataSources) {
        switchListeners.forEach(each -> each.switchedOff(dataSources));
    }

    @Override
    public List<DatabaseWatch> databaseWatches() {
        List<DatabaseWatch> watches = new ArrayList<>();
        for (Rule rule : rules) {
            DatabaseWatch watch = rule.databaseWatch();
            if (watch != null) {
                watches.add(watch);
            }
        }
        return watches;
    }

    @Override
    public boolean mayMove() {
        return databaseWatches().stream().anyMatch(DatabaseWatch::mayMove);
    }

    @Override
    public void agree(WritersAgreement agreement) {
        databaseWatches().forEach(watch -> watch.agree(agreement));
    }

    @Override
    public @Nullable DataSourceChoice dataSourceChoice() {
        DataSourceChoice all = null;
        for (Rule rule : rules) {
            DataSourceChoice next = rule.dataSourceChoice();
            DataSourceChoice before = all;
            if (next != null) {
                all = before == null ? next : new ChoiceAfter(before, next);
            }
        }
        return all;
    }

    /** One choice, and then another of what it gave. */
    private record ChoiceAfter(DataSourceChoice before, DataSourceChoice next) implements DataSourceChoice {
        @Override
        public int choose(int dataSource, ExecutionFacts facts) {
            return next.choose(before.choose(dataSource, facts), facts);
        }

        @Override
        public void beforeCommit(TransactionChoices choices) {
            before.beforeCommit(choices);
            next.beforeCommit(choices);
        }

        @Override
        public void requireHome(String database) {
            before.requireHome(database);
            next.requireHome(database);
        }
    }

    @Override
    public @Nullable DataSourceGuard dataSourceGuard(String name) {
        DataSourceGuard all = null;
        for (Rule rule : rules) {
            DataSourceGuard next = rule.dataSourceGuard(name);
            DataSourceGuard before = all;
            if (next != null) {
                all = before == null ? next : new GuardAfter(before, next);
            }
        }
        return all;
    }

    @Override
    public boolean watchDatabases() {
        return !databaseWatches().isEmpty();
    }

    @Override
    public List<Integer> copies(int dataSource) {
        return rules.stream()
                .flatMap(rule -> rule.copies(dataSource).stream())
                .distinct()
                .toList();
    }

    private static int defaultDataSource(List<Rule> rules) {
        for (Rule rule : rules) {
            if (rule.defaultDataSource() >= 0) {
                return rule.defaultDataSource();
            }
        }
        return 0;
    }
}
