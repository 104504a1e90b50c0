package org.shardingjdbc.jdbc.rules;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.execution.ExecutionInterceptor;
import org.shardingjdbc.rule.execution.InterceptedExecution;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.RouteCheck;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.execution.StatementPart;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.side.SideChoice;
import org.shardingjdbc.rule.side.StatementValues;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.SwitchListener;
import org.shardingjdbc.rule.watch.WatchedDatabase;

/** A rule that no engine knows: see {@link TestSeamConfiguration}. */
public final class TestSeamProvider implements RuleProvider<TestSeamConfiguration> {
    static final String READER = "test_reader";
    static final String HARMLESS = "negated";
    /** The table around whose statements it stands. */
    static final String INTERCEPTED = "u";

    /** What its rules saw, of all that there are; emptied by who looks. */
    static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    private static final List<String> KEYS = List.of("group", "primary", "copy", "found");

    /**
     * @param primary index among the data sources that hold tables, as {@code found}
     * @param copy index among all
     */
    private record TestSeam(int primary, int found, int copy, DatabaseWatch databaseWatch) implements Rule {
        @Override
        public String name() {
            return "Seam";
        }

        @Override
        public boolean adopts(int dataSource, String schema, String table) {
            return true;
        }

        @Override
        public int adoptionPrecision(int dataSource, String schema, String table) {
            return dataSource == found ? NAMED_WITH_SCHEMA : 0;
        }

        @Override
        public int defaultDataSource() {
            return found;
        }

        @Override
        public Set<String> harmlessFunctions() {
            return Set.of(HARMLESS);
        }

        @Override
        public String refusal(PlannedStatement statement) {
            boolean bounded = statement.has(StatementPart.WHERE) || statement.has(StatementPart.LIMIT);
            return statement.has(StatementPart.LOCK) && !bounded ? "it would lock all rows" : null;
        }

        @Override
        public String refusalAsWritten() {
            return "a comment must not choose";
        }

        @Override
        public SideChoice sideChoice(PlannedStatement statement, StatementValues values) {
            return (parameters, hints) -> hints.side() == Side.SHADOW ? Side.SHADOW : Side.PRODUCTION;
        }

        @Override
        public RouteCheck routeCheck(PlannedStatement statement) {
            return statement.kind() != StatementKind.WRITE
                    ? null
                    : execution -> execution.reachesAll()
                            ? new ShardingException(ErrorCode.REFUSED_BY_RULE, name(), "all data nodes are too many")
                            : null;
        }

        @Override
        public ExecutionInterceptor executionInterceptor(PlannedStatement statement) {
            return statement.logicTables().contains(INTERCEPTED) ? TestSeam::intercept : null;
        }

        private static InterceptedExecution intercept(HintValues hints) {
            if ("nobody".equals(hints.reader())) {
                throw refusal("nobody reads it");
            }
            SEEN.add("begins");
            return failure -> {
                SEEN.add(failure == null ? "succeeded" : "failed");
                if ("late".equals(hints.reader())) {
                    throw refusal("it comes late");
                }
            };
        }

        private static ShardingException refusal(String why) {
            return new ShardingException(ErrorCode.REFUSED_BY_RULE, "Seam", why);
        }

        @Override
        public String readerClientInfo() {
            return READER;
        }

        @Override
        public DataSourceChoice dataSourceChoice() {
            return (dataSource, facts) -> {
                SEEN.add("choice for " + facts.kind());
                return dataSource == primary && facts.shadow() ? copy : dataSource;
            };
        }

        @Override
        public DataSourceGuard dataSourceGuard(String dataSource) {
            return new SeeingGuard(dataSource);
        }

        @Override
        public SwitchListener switchListener() {
            return dataSources -> SEEN.add("switched off " + dataSources);
        }

        @Override
        public List<Integer> copies(int dataSource) {
            return dataSource == primary ? List.of(copy) : List.of();
        }
    }

    /** Its admissions are itself, as it does not tell statements apart. */
    private record SeeingGuard(String dataSource) implements DataSourceGuard, DataSourceGuard.Admission {
        @Override
        public DataSourceGuard.Admission enter() {
            SEEN.add("entered " + dataSource);
            return this;
        }

        @Override
        public DataSourceGuard.OutcomeListener unadmitted() {
            return this;
        }

        @Override
        public void leave() {
            SEEN.add("left " + dataSource);
        }

        @Override
        public void answered(long nanos) {
            SEEN.add("answered " + dataSource);
        }

        @Override
        public void failed() {
            SEEN.add("failed " + dataSource);
        }
    }

    private static final class SeeingWatch implements DatabaseWatch {
        private final int copy;
        private List<WatchedDatabase> watched = List.of();

        SeeingWatch(int copy) {
            this.copy = copy;
        }

        @Override
        public List<Integer> databases() {
            return List.of(copy);
        }

        @Override
        public boolean mayBeAway(int dataSource) {
            return dataSource == copy;
        }

        @Override
        public void start(List<WatchedDatabase> databases) {
            watched = List.copyOf(databases);
            SEEN.add("watches " + databases.size());
        }

        @Override
        public void lost(int dataSource, Exception cause) {
            SEEN.add("lost " + dataSource);
        }

        @Override
        public void close() {
            watched.forEach(WatchedDatabase::close);
            watched = List.of();
            SEEN.add("watches no more");
        }
    }

    @Override
    public String tag() {
        return "TEST_SEAM";
    }

    @Override
    public Class<TestSeamConfiguration> configurationType() {
        return TestSeamConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.after("SHARDING");
    }

    @Override
    public TestSeamConfiguration read(ConfigurationMap map) {
        ConfigurationMap only = map.only(KEYS);
        return new TestSeamConfiguration(
                only.requiredText("group"),
                only.requiredText("primary"),
                only.requiredText("copy"),
                only.requiredText("found"));
    }

    @Override
    public ConfigurationText write(TestSeamConfiguration configuration) {
        return new ConfigurationText()
                .text("group", configuration.group())
                .text("primary", configuration.primary())
                .text("copy", configuration.copy())
                .text("found", configuration.found());
    }

    @Override
    public Rule compile(TestSeamConfiguration configuration, RuleSetup setup) {
        int copy = setup.anyDataSource(configuration.copy(), setup.path().key("copy"));
        return new TestSeam(
                setup.dataSource(configuration.group(), setup.path().key("group")),
                setup.dataSource(configuration.found(), setup.path().key("found")),
                copy,
                new SeeingWatch(copy));
    }

    @Override
    public List<String> chosenDataSources(TestSeamConfiguration configuration) {
        return configuration.copy() == null ? List.of() : List.of(configuration.copy());
    }

    @Override
    public Map<String, String> dataSourceNames(TestSeamConfiguration configuration) {
        // after mistakes it is asked, too
        return configuration.group() == null || configuration.primary() == null
                ? Map.of()
                : Map.of(configuration.group(), configuration.primary());
    }

    @Override
    public RuleConversion conversion() {
        return new RuleConversion(Set.of("!OLD_SEAM"), (name, rule, draft) -> draft.rule("TEST_SEAM"));
    }

    @Override
    public String shadowAdvice() {
        return "configure !TEST_SEAM";
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("TEST_SEAM", KEYS);
    }
}
