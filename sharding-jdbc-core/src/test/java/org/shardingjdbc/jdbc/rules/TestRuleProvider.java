package org.shardingjdbc.jdbc.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.column.ComparedForm;
import org.shardingjdbc.rule.column.ShownForm;
import org.shardingjdbc.rule.column.StoredProperty;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.column.WrittenForm;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.rule.datasource.TransactionState;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.execution.ExecutionCheck;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.RenamedTable;
import org.shardingjdbc.rule.problem.ConfigPath;

/** A rule that no engine knows: see {@link TestRuleConfiguration}. */
public final class TestRuleProvider implements RuleProvider<TestRuleConfiguration> {
    /** The logic table whose hinted value {@code stand-in} asks for the other data source. */
    static final String HINT = "test_rule";

    private static final List<String> KEYS =
            List.of("prefix", "tables", "standIns", "readOnly", "forbidden", "reversed", "masked");

    private static final UnaryOperator<Object> REVERSE =
            value -> new StringBuilder(text(value)).reverse().toString();
    private static final AtomicInteger SALTED = new AtomicInteger();
    private static final UnaryOperator<Object> SALT = value -> SALTED.getAndIncrement() % 10 + text(value);
    private static final UnaryOperator<Object> UNSALT = value -> text(value).substring(1);
    private static final UnaryOperator<Object> MASK =
            value -> text(value).isEmpty() ? "" : text(value).charAt(0) + "***";

    private record TestRule(
            DataSourceChoice dataSourceChoice, List<String> readOnly, String forbidden, List<Transformed> transformed)
            implements Rule {
        @Override
        public String name() {
            return "TestRule";
        }

        @Override
        public ExecutionCheck executionCheck(PlannedStatement statement) {
            return forbidden == null
                    ? null
                    : (parameters, hints) ->
                            Arrays.asList(parameters).contains(forbidden) ? "a parameter is forbidden" : null;
        }

        @Override
        public boolean heedsHint(String name) {
            return name.equals(HINT);
        }

        @Override
        public List<TransformedColumn> columns(String table) {
            List<TransformedColumn> columns = new ArrayList<>();
            for (Transformed each : transformed) {
                if (each.table.equalsIgnoreCase(table)) {
                    columns.add(each.column);
                }
            }
            return columns;
        }

        @Override
        public String refusal(PlannedStatement statement) {
            for (String table : readOnly) {
                if (statement.kind() == StatementKind.WRITE
                        && statement.logicTables().contains(table)) {
                    return table + " is only read";
                }
            }
            return null;
        }
    }

    private record Transformed(String table, TransformedColumn column) {
        static Transformed reversed(String name) {
            int stored = name.indexOf('=') + 1;
            String column = columnOf(stored == 0 ? name : name.substring(0, stored - 1));
            int form = name.indexOf('/') + 1;
            if (form > 0) {
                return new Transformed(
                        tableOf(name),
                        TransformedColumn.of(column)
                                .writtenAs(
                                        new WrittenForm(name.substring(stored, form - 1), SALT, StoredProperty.NULLS))
                                .shownAs(new ShownForm(UNSALT))
                                .comparedBy(new ComparedForm(name.substring(form), REVERSE)));
            }
            return new Transformed(
                    tableOf(name),
                    TransformedColumn.of(column)
                            .writtenAs(new WrittenForm(
                                    stored == 0 ? column : name.substring(stored), REVERSE, StoredProperty.EQUALITY))
                            .shownAs(new ShownForm(REVERSE)));
        }

        static Transformed masked(String name) {
            return new Transformed(tableOf(name), TransformedColumn.seenAs(columnOf(name), MASK));
        }

        private static String tableOf(String name) {
            return name.substring(0, name.indexOf('.'));
        }

        private static String columnOf(String name) {
            return name.substring(name.indexOf('.') + 1);
        }
    }

    private static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("only texts are expected");
    }

    @Override
    public String tag() {
        return "TEST_RULE";
    }

    @Override
    public Class<TestRuleConfiguration> configurationType() {
        return TestRuleConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.before("SHARDING");
    }

    @Override
    public TestRuleConfiguration read(ConfigurationMap map) {
        ConfigurationMap standIns = map.only(KEYS).map("standIns");
        return new TestRuleConfiguration(
                map.requiredText("prefix"),
                map.textList("tables"),
                standIns == null ? Map.of() : standIns.texts(),
                map.textList("readOnly"),
                map.text("forbidden"),
                map.textList("reversed"),
                map.textList("masked"));
    }

    @Override
    public List<String> chosenDataSources(TestRuleConfiguration configuration) {
        return List.copyOf(configuration.standIns().values());
    }

    @Override
    public Rule compile(TestRuleConfiguration configuration, RuleSetup setup) {
        for (int i = 0; i < configuration.tables().size(); i++) {
            String table = configuration.tables().get(i);
            DataNode node = new DataNode(0, setup.dataSourceNames().get(0), configuration.prefix() + table);
            setup.place(
                    new RenamedTable(table, node), setup.path().key("tables").index(i));
        }
        List<Transformed> transformed = new ArrayList<>();
        configuration.reversed().forEach(name -> transformed.add(Transformed.reversed(name)));
        configuration.masked().forEach(name -> transformed.add(Transformed.masked(name)));
        return new TestRule(
                choice(configuration, setup), configuration.readOnly(), configuration.forbidden(), transformed);
    }

    private static DataSourceChoice choice(TestRuleConfiguration configuration, RuleSetup setup) {
        if (configuration.standIns().isEmpty()) {
            return null;
        }
        List<Integer> other = new ArrayList<>();
        for (String name : setup.dataSourceNames()) {
            ConfigPath at = setup.path().key("standIns").key(name);
            other.add(setup.anyDataSource(configuration.standIns().getOrDefault(name, name), at));
        }
        return (dataSource, facts) -> standsIn(facts) ? other.get(dataSource) : dataSource;
    }

    /** What a hint says; {@code until-written} holds until the transaction wrote. */
    private static boolean standsIn(ExecutionFacts facts) {
        List<Comparable<?>> hints = facts.hints().tableValues(HINT);
        return hints.contains("stand-in")
                || hints.contains("until-written") && facts.transaction() != TransactionState.WRITING;
    }
}
