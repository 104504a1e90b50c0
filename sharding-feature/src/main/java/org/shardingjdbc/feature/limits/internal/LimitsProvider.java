package org.shardingjdbc.feature.limits.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.shardingjdbc.feature.limits.LimitsConfiguration;
import org.shardingjdbc.feature.limits.StatementLimit;
import org.shardingjdbc.feature.limits.StatementLimit.LimitAction;
import org.shardingjdbc.feature.limits.StatementLimit.LimitedStatements;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.problem.ConfigPath;

/** Reads and compiles {@code !LIMITS}. Stateless. */
public final class LimitsProvider implements RuleProvider<LimitsConfiguration> {
    private static final String LIMITS = "limits";
    private static final String TABLES = "tables";
    private static final String READERS = "readers";
    private static final String EXEMPT = "exemptReaders";
    private static final String STATEMENTS = "statements";
    private static final String ALL_NODES = "allDataNodes";
    private static final String NODES = "maxDataNodes";
    private static final String RETURNED = "maxRowsReturned";
    private static final String HELD = "maxRowsHeld";
    private static final String SECONDS = "maxSeconds";
    private static final String ACTION = "action";
    private static final String HINT = "allowHintDisable";
    private static final String DATA_SOURCES = "dataSources";
    private static final String EVERY = "everyDataSource";
    private static final String CONCURRENT = "maxConcurrent";
    private static final String WAIT = "maxWaitMilliseconds";
    private static final String FAILURES = "failures";
    private static final String SLOW = "slowMilliseconds";
    private static final String RETRY = "retryMilliseconds";
    private static final List<String> RULE = List.of(LIMITS, DATA_SOURCES, EVERY);
    private static final List<String> GUARD = List.of(CONCURRENT, WAIT, FAILURES, SLOW, RETRY);
    private static final List<String> LIMIT =
            List.of(TABLES, READERS, EXEMPT, STATEMENTS, ALL_NODES, NODES, RETURNED, HELD, SECONDS, ACTION, HINT);

    @Override
    public String tag() {
        return "LIMITS";
    }

    @Override
    public Class<LimitsConfiguration> configurationType() {
        return LimitsConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.AS_WRITTEN);
    }

    @Override
    public ConfigurationText write(LimitsConfiguration configuration) {
        return new ConfigurationText()
                .maps(LIMITS, configuration.limits(), LimitsProvider::written)
                .maps(DATA_SOURCES, configuration.dataSources(), LimitsProvider::written)
                .map(EVERY, configuration.everyDataSource(), LimitsProvider::written);
    }

    private static ConfigurationText written(DataSourceLimit limit) {
        return new ConfigurationText()
                .number(CONCURRENT, limit.maxConcurrent(), 0)
                .number(WAIT, limit.maxWaitMilliseconds(), 0)
                .number(FAILURES, limit.failures(), 0)
                .number(SLOW, limit.slowMilliseconds(), 0)
                .number(RETRY, limit.retryMilliseconds(), DataSourceLimit.DEFAULT_RETRY_MILLISECONDS);
    }

    private static ConfigurationText written(StatementLimit limit) {
        return new ConfigurationText()
                .texts(TABLES, limit.tables())
                .texts(READERS, limit.readers())
                .texts(EXEMPT, limit.exemptReaders())
                .constant(STATEMENTS, limit.statements(), LimitedStatements.ALL)
                .flag(ALL_NODES, limit.allDataNodes(), false)
                .number(NODES, limit.maxDataNodes(), 0)
                .number(RETURNED, limit.maxRowsReturned(), 0)
                .number(HELD, limit.maxRowsHeld(), 0)
                .number(SECONDS, limit.maxSeconds(), 0)
                .constant(ACTION, limit.action(), LimitAction.REFUSE)
                .flag(HINT, limit.allowHintDisable(), false);
    }

    @Override
    public LimitsConfiguration read(ConfigurationMap map) {
        ConfigurationMap rule = map.only(RULE);
        ConfigurationMap every = rule.map(EVERY);
        return new LimitsConfiguration(
                rule.maps(LIMITS, LimitsProvider::limit),
                rule.maps(DATA_SOURCES, LimitsProvider::guard),
                every == null ? null : guard(every));
    }

    private static DataSourceLimit guard(ConfigurationMap map) {
        ConfigurationMap entry = map.only(GUARD);
        int most = Integer.MAX_VALUE;
        long retry = number(entry, RETRY, most);
        return DataSourceLimit.builder()
                .maxConcurrent((int) number(entry, CONCURRENT, most))
                .maxWaitMilliseconds(number(entry, WAIT, most))
                .failures((int) number(entry, FAILURES, most))
                .slowMilliseconds(number(entry, SLOW, most))
                .retryMilliseconds(retry == 0 ? DataSourceLimit.DEFAULT_RETRY_MILLISECONDS : retry)
                .build();
    }

    private static StatementLimit limit(ConfigurationMap map) {
        ConfigurationMap entry = map.only(LIMIT);
        return StatementLimit.builder()
                .tables(entry.names(TABLES))
                .readers(entry.textList(READERS))
                .exemptReaders(entry.textList(EXEMPT))
                .statements(entry.constant(STATEMENTS, LimitedStatements.ALL))
                .allDataNodes(entry.flag(ALL_NODES, false))
                .maxDataNodes((int) number(entry, NODES, Integer.MAX_VALUE))
                .maxRowsReturned(number(entry, RETURNED, Long.MAX_VALUE))
                .maxRowsHeld(number(entry, HELD, Long.MAX_VALUE))
                .maxSeconds((int) number(entry, SECONDS, Integer.MAX_VALUE / 1000))
                .action(entry.constant(ACTION, LimitAction.REFUSE))
                .allowHintDisable(entry.flag(HINT, false))
                .build();
    }

    private static long number(ConfigurationMap entry, String key, long most) {
        String text = entry.text(key);
        if (text == null) {
            return 0;
        }
        try {
            long number = Long.parseLong(text.trim());
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        entry.problems()
                .add(entry.path().key(key), "'" + key + "' must be a whole number from 1 to " + most + ", not " + text);
        return 0;
    }

    @Override
    public Rule compile(LimitsConfiguration configuration, RuleSetup setup) {
        List<LimitEntry> limits = new ArrayList<>();
        configuration.limits().forEach((name, limit) -> {
            ConfigPath at = setup.path().key(LIMITS).key(name);
            if (!limit.boundsAnything()) {
                setup.problems()
                        .add(
                                at,
                                "limit '" + name + "' bounds nothing; give it one of " + ALL_NODES + ", " + NODES + ", "
                                        + RETURNED + ", " + HELD + ", " + SECONDS);
            }
            if (limit.maxRowsHeld() > 0 && limit.action() == LimitAction.WARN) {
                setup.problems()
                        .add(at.key(HELD), "rows that a merge holds can be refused and not warned of; take REFUSE");
            }
            limits.add(new LimitEntry(name, limit));
        });
        return new LimitsRule(limits, guards(configuration, setup), System::nanoTime);
    }

    /** By the configured names of the data sources. */
    private static Map<String, DataSourceLimit> guards(LimitsConfiguration configuration, RuleSetup setup) {
        Map<String, DataSourceLimit> guards = new HashMap<>();
        if (configuration.everyDataSource() != null) {
            require(configuration.everyDataSource(), setup, setup.path().key(EVERY));
            setup.dataSources().all().forEach(name -> guards.put(name, configuration.everyDataSource()));
        }
        configuration.dataSources().forEach((name, limit) -> {
            ConfigPath at = setup.path().key(DATA_SOURCES).key(name);
            require(limit, setup, at);
            int dataSource = setup.anyDataSource(name, at);
            if (dataSource >= 0) {
                guards.put(setup.dataSources().all().get(dataSource), limit);
            }
        });
        return guards;
    }

    private static void require(DataSourceLimit limit, RuleSetup setup, ConfigPath at) {
        if (!limit.guardsAnything()) {
            setup.problems().add(at, "it guards nothing; give it " + CONCURRENT + " or " + FAILURES);
        } else if (limit.slowMilliseconds() > 0 && limit.failures() == 0) {
            setup.problems()
                    .add(at, SLOW + " counts slow answers as failures; say by " + FAILURES + " how many are too many");
        }
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("LIMITS", RULE, "LIMITS.limits", LIMIT, "LIMITS.dataSources", GUARD);
    }
}
