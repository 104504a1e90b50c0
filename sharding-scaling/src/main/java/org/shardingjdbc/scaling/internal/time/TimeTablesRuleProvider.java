package org.shardingjdbc.scaling.internal.time;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.ConfigurationMap;
import org.shardingjdbc.rule.ConfigurationText;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.scaling.time.TimeSpan;
import org.shardingjdbc.scaling.time.TimeTablePolicy;
import org.shardingjdbc.scaling.time.TimeTablePolicy.Retirement;
import org.shardingjdbc.scaling.time.TimeTablesRuleConfiguration;

/**
 * Reads {@code !TIME_TABLES}. It has no part in statements: {@link org.shardingjdbc.scaling.TimeTables} goes by it.
 * Stateless.
 */
public final class TimeTablesRuleProvider implements RuleProvider<TimeTablesRuleConfiguration> {
    private static final String TABLES = "tables";
    private static final String CREATE_AHEAD = "createAhead";
    private static final String RETAIN = "retain";
    private static final String RETIRE = "retire";
    private static final String ARCHIVE = "archive";
    private static final List<String> RULE = List.of(TABLES);
    private static final List<String> TABLE = List.of(CREATE_AHEAD, RETAIN, RETIRE, ARCHIVE);
    private static final TimeSpan WEEK = TimeSpan.of("7d");

    @Override
    public String tag() {
        return "TIME_TABLES";
    }

    @Override
    public Class<TimeTablesRuleConfiguration> configurationType() {
        return TimeTablesRuleConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.ANYWHERE;
    }

    @Override
    public TimeTablesRuleConfiguration read(ConfigurationMap map) {
        return new TimeTablesRuleConfiguration(map.only(RULE).maps(TABLES, TimeTablesRuleProvider::policy));
    }

    private static TimeTablePolicy policy(ConfigurationMap map) {
        ConfigurationMap table = map.only(TABLE);
        TimeSpan ahead = span(table, CREATE_AHEAD);
        return new TimeTablePolicy(
                ahead == null ? WEEK : ahead,
                span(table, RETAIN),
                table.constant(RETIRE, Retirement.RENAME),
                table.text(ARCHIVE));
    }

    private static @Nullable TimeSpan span(ConfigurationMap map, String key) {
        String text = map.text(key);
        if (text == null) {
            return null;
        }
        try {
            return TimeSpan.of(text);
        } catch (IllegalArgumentException e) {
            map.problems().add(map.path().key(key), String.valueOf(e.getMessage()));
            return null;
        }
    }

    @Override
    public ConfigurationText write(TimeTablesRuleConfiguration configuration) {
        return new ConfigurationText().maps(TABLES, configuration.tables(), policy -> new ConfigurationText()
                .text(CREATE_AHEAD, policy.createAhead().toString())
                .text(RETAIN, policy.retain() == null ? null : policy.retain().toString())
                .text(
                        RETIRE,
                        policy.retirement() == Retirement.RENAME
                                ? null
                                : policy.retirement().key())
                .text(ARCHIVE, policy.archive()));
    }

    @Override
    public Rule compile(TimeTablesRuleConfiguration configuration, RuleSetup setup) {
        ConfigPath tables = setup.path().key(TABLES);
        configuration.tables().forEach((table, policy) -> {
            ConfigPath at = tables.key(table);
            if (policy.archive() != null) {
                setup.anyDataSource(policy.archive(), at.key(ARCHIVE));
            }
            if (policy.retirement() == Retirement.ARCHIVE && policy.archive() == null) {
                setup.problems().addAtKey(at, "'retire: archive' needs 'archive', the data source that tables go to");
            } else if (policy.retirement() != Retirement.ARCHIVE && policy.archive() != null) {
                setup.problems().add(at.key(ARCHIVE), "'archive' is of no use without 'retire: archive'");
            }
            if (policy.retain() == null && policy.retirement() != Retirement.RENAME) {
                setup.problems().addAtKey(at, "'retire' is of no use without 'retain', which says for how long");
            }
        });
        return () -> "time tables";
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("!TIME_TABLES", RULE, "!TIME_TABLES table", TABLE);
    }
}
