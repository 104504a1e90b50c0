package org.shardingjdbc.jdbc.rules;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.beside.BesideStatement;
import org.shardingjdbc.rule.beside.RowChange;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.statement.RuleStatement;
import org.shardingjdbc.rule.statement.RuleStatement.RuleRows;
import org.shardingjdbc.rule.statement.RuleStatements;

/** A rule that no engine knows: see {@link TestLookUpConfiguration}. Entries are written before rows, and go after. */
public final class TestLookUpProvider implements RuleProvider<TestLookUpConfiguration> {
    private static final RuleStatement.Showing<TestLookUpConfiguration> SHOW = configured -> new RuleRows(
            List.of("table", "column"),
            configured.stream()
                    .map(each -> List.of(each.table(), each.column()))
                    .toList());

    private static final RuleStatement.Changing<TestLookUpConfiguration> DROP = configured -> {
        if (configured == null) {
            throw new ShardingException(ErrorCode.REFUSED_BY_RULE, "TEST_LOOKUP", "there is none");
        }
        return null;
    };

    @Override
    public String tag() {
        return "TEST_LOOKUP";
    }

    @Override
    public Class<TestLookUpConfiguration> configurationType() {
        return TestLookUpConfiguration.class;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.after("SHARDING").andBefore("READWRITE_SPLITTING");
    }

    @Override
    public boolean readsTables() {
        return true;
    }

    @Override
    public TestLookUpConfiguration read(ConfigurationMap map) {
        ConfigurationMap only = map.only(List.of("table", "column", "key", "entries"));
        return new TestLookUpConfiguration(
                only.requiredText("table"),
                only.requiredText("column"),
                only.requiredText("key"),
                only.requiredText("entries"));
    }

    @Override
    public Rule compile(TestLookUpConfiguration configuration, RuleSetup setup) {
        LogicTable table = setup.table(configuration.table());
        if (table == null || !table.isShardingColumn(configuration.key())) {
            setup.problems().add(setup.path().key("key"), "no table is sharded by " + configuration.key());
        }
        return new LookUpRule(configuration);
    }

    /** {@code SHOW TEST LOOKUPS}, {@code DROP TEST LOOKUP}. */
    @Override
    public RuleStatements<TestLookUpConfiguration> statements() {
        return sql -> switch (sql.strip().toUpperCase(Locale.ROOT)) {
            case "SHOW TEST LOOKUPS" -> SHOW;
            case "DROP TEST LOOKUP" -> DROP;
            default -> null;
        };
    }

    private record LookUpRule(TestLookUpConfiguration configuration) implements Rule, WritesBeside {
        @Override
        public String name() {
            return "by_" + configuration.column();
        }

        @Override
        public List<LookUp> lookUps(String table) {
            return table.equalsIgnoreCase(configuration.table())
                    ? List.of(LookUp.builder(name(), configuration.entries())
                            .match(configuration.column(), configuration.column())
                            .give(configuration.key(), configuration.key())
                            .build())
                    : List.of();
        }

        @Override
        public WritesBeside writesBeside(String table) {
            return table.equalsIgnoreCase(configuration.table()) ? this : null;
        }

        @Override
        public List<String> columns() {
            return List.of(configuration.column(), configuration.key());
        }

        @Override
        public List<BesideStatement> before(RowChange change) {
            return change.isDelete() || isSame(change)
                    ? List.of()
                    : List.of(new BesideStatement(
                            "INSERT INTO " + configuration.entries() + " (" + String.join(", ", columns())
                                    + ") VALUES (?, ?)",
                            change.after()));
        }

        @Override
        public List<BesideStatement> after(RowChange change) {
            return change.isInsert() || isSame(change)
                    ? List.of()
                    : List.of(new BesideStatement(
                            "DELETE FROM " + configuration.entries() + " WHERE " + configuration.column() + " = ? AND "
                                    + configuration.key() + " = ?",
                            change.before()));
        }

        private static boolean isSame(RowChange change) {
            return !change.isInsert()
                    && !change.isDelete()
                    && Objects.equals(text(change.before()), text(change.after()));
        }

        /** Numbers of all classes alike. */
        private static String text(List<Object> values) {
            return values.toString();
        }
    }
}
