package org.shardingjdbc.engine.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

class JdbcCatalogTest {
    private static final Rules RULES = RuleCompiler.compile(
            List.of("ds_0", "ds_1"),
            List.of(
                    ShardingRuleConfiguration.builder()
                            .autoTable(new AutoTableConfiguration(
                                    "t_order", "ds_0,ds_1", StrategyConfiguration.standard("user_id", "mod")))
                            .autoTable(new AutoTableConfiguration(
                                    "t_later", "ds_0,ds_1", StrategyConfiguration.standard("user_id", "mod")))
                            .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                            .build(),
                    new BroadcastRuleConfiguration(List.of("t_config")),
                    new SingleRuleConfiguration(List.of("*.*"), "ds_1")),
            new KeyGenerators(() -> 0, List.of()));

    /** Two databases of one server, and the catalog over them. */
    private static final class Setup {
        private final String[] urls = new String[2];
        private final TestServer server;
        private final AtomicInteger opened = new AtomicInteger();
        private final JdbcCatalog catalog;

        Setup(DatabaseKind kind) {
            server = TestServer.of(kind);
            for (int i = 0; i < 2; i++) {
                urls[i] = server.createDatabase("catalog_" + i);
            }
            catalog = new JdbcCatalog(RULES, dialect(kind), "logic_db", this::open);
        }

        /** A catalog over rules with these single tables only. */
        JdbcCatalog over(String... singles) {
            Rules rules = RuleCompiler.compile(
                    List.of("ds_0", "ds_1"),
                    List.of(new SingleRuleConfiguration(List.of(singles), "ds_1")),
                    new KeyGenerators(() -> 0, List.of()));
            return new JdbcCatalog(rules, catalog.databases().dialect(), "logic_db", this::open);
        }

        Connection open(int dataSource) throws SQLException {
            opened.incrementAndGet();
            return DriverManager.getConnection(urls[dataSource], server.user(), server.password());
        }

        void execute(int dataSource, String sql) throws SQLException {
            try (Connection connection = open(dataSource);
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    private static Dialect dialect(DatabaseKind kind) {
        return Dialects.named(kind.name());
    }

    private static String stored(DatabaseKind kind, String name) {
        return kind == DatabaseKind.H2 ? name.toUpperCase(Locale.ROOT) : name;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void columnsComeFromOneActualTable(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(
                0,
                "CREATE TABLE t_order_0 (user_id INT NOT NULL, id BIGINT, amount DECIMAL(10, 2), name VARCHAR(20),"
                        + " made TIMESTAMP NULL, PRIMARY KEY (id, user_id))");
        // its name matches t_order_0 as a pattern
        setup.execute(0, "CREATE TABLE txorder_0 (wrong INT)");

        TableSchema schema = setup.catalog.table("T_Order");

        assertThat(schema.name()).isEqualTo("T_Order");
        assertThat(schema.columns())
                .extracting(ColumnSchema::name)
                .containsExactly(
                        stored(kind, "user_id"),
                        stored(kind, "id"),
                        stored(kind, "amount"),
                        stored(kind, "name"),
                        stored(kind, "made"));
        assertThat(schema.columns())
                .extracting(ColumnSchema::jdbcType)
                .startsWith(Types.INTEGER, Types.BIGINT)
                .endsWith(Types.VARCHAR, Types.TIMESTAMP);
        assertThat(schema.column("amount").scale()).isEqualTo(2);
        assertThat(schema.column("name").size()).isEqualTo(20);
        assertThat(schema.column("user_id").nullable()).isFalse();
        assertThat(schema.column("name").nullable()).isTrue();
        assertThat(schema.primaryKey()).containsExactly(stored(kind, "id"), stored(kind, "user_id"));
    }

    /** Plans of one epoch are all made with one definition, else nobody would find those of the other one stale. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void whoReadsATableAtTheSameTimeKnowsTheSame(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(0, "CREATE TABLE t_order_0 (user_id INT)");
        List<JdbcCatalog> catalogs = new ArrayList<>();
        List<TableSchema> meanwhile = new ArrayList<>();
        ConnectionSource slow = new ConnectionSource() {
            @Override
            public Connection open(int dataSource) throws SQLException {
                return setup.open(dataSource);
            }

            @Override
            public void giveBack(Connection connection) throws SQLException {
                connection.close();
                if (meanwhile.isEmpty()) {
                    meanwhile.add(null);
                    setup.execute(0, "ALTER TABLE t_order_0 ADD COLUMN name VARCHAR(10)");
                    meanwhile.set(0, catalogs.get(0).table("t_order"));
                }
            }
        };
        catalogs.add(setup.catalog.through(slow));

        TableSchema first = catalogs.get(0).table("t_order");

        assertThat(meanwhile.get(0).columns()).hasSize(2);
        assertThat(first).isEqualTo(meanwhile.get(0));
        assertThat(catalogs.get(0).table("t_order")).isEqualTo(first);
        assertThat(catalogs.get(0).refresh(List.of("t_order"))).isFalse();
    }

    /** A catalog whose connections are given back only when something was done. */
    private static JdbcCatalog slow(Setup setup, Meanwhile meanwhile) {
        AtomicBoolean done = new AtomicBoolean();
        JdbcCatalog[] made = new JdbcCatalog[1];
        made[0] = setup.catalog.through(new ConnectionSource() {
            @Override
            public Connection open(int dataSource) throws SQLException {
                return setup.open(dataSource);
            }

            @Override
            public void giveBack(Connection connection) throws SQLException {
                connection.close();
                if (!done.getAndSet(true)) {
                    meanwhile.happens(made[0]);
                }
            }
        });
        return made[0];
    }

    @FunctionalInterface
    private interface Meanwhile {
        void happens(JdbcCatalog catalog) throws SQLException;
    }

    private static String function(String volatility) {
        return "CREATE OR REPLACE FUNCTION f_user(INT) RETURNS INT LANGUAGE SQL " + volatility + " AS 'SELECT $1'";
    }

    /** What was read before it was replaced must not outlast what was read after. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void whoReadsAFunctionAtTheSameTimeKnowsTheSame(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(0, function("IMMUTABLE"));
        JdbcCatalog catalog = slow(setup, other -> {
            setup.execute(0, function("VOLATILE"));
            assertThat(other.function("f_user")).isEqualTo(FunctionNature.VOLATILE);
        });
        assertThat(catalog.function("f_user")).isEqualTo(FunctionNature.VOLATILE);
        assertThat(catalog.function("f_user")).isEqualTo(FunctionNature.VOLATILE);
    }

    /**
     * Who reads anew, in case that somebody else redefined it, puts nothing over what was read after it was forgotten.
     */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void whatIsReadAgainIsNotOlderThanWhatIsKnown(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(0, "CREATE TABLE t_order_0 (user_id INT)");
        JdbcCatalog catalog = slow(setup, other -> {
            setup.execute(0, "ALTER TABLE t_order_0 ADD COLUMN name VARCHAR(10)");
            other.invalidate("t_order");
            assertThat(other.table("t_order").columns()).hasSize(2);
        });
        catalog.refresh(List.of("t_order"));
        assertThat(catalog.table("t_order").columns()).hasSize(2);
    }

    /** What is known of a table besides its columns goes with them. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void theKeysOfATableThatSomebodyElseRedefinedAreReadAgain(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(0, "CREATE TABLE t_order_0 (user_id INT PRIMARY KEY, name VARCHAR(10))");
        assertThat(setup.catalog.table("t_order").columns()).hasSize(2);
        assertThat(setup.catalog.uniqueKeys("t_order")).hasSize(1);
        setup.execute(0, "ALTER TABLE t_order_0 ADD COLUMN code INT UNIQUE");
        assertThat(setup.catalog.refresh(List.of("t_order"))).isTrue();
        assertThat(setup.catalog.uniqueKeys("t_order")).hasSize(2);
    }

    /** It follows from what an administrator sets. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void whatAServerMakesOfZeroIsForgottenWithTheTables(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        try {
            assertThat(setup.catalog.makesValueForZero()).isTrue();
            setup.execute(0, "SET GLOBAL sql_mode = CONCAT(@@GLOBAL.sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
            assertThat(setup.catalog.makesValueForZero()).isTrue();
            setup.catalog.invalidate("t_order");
            assertThat(setup.catalog.makesValueForZero()).isFalse();
            setup.execute(0, "SET GLOBAL sql_mode = REPLACE(@@GLOBAL.sql_mode, 'NO_AUTO_VALUE_ON_ZERO', '')");
            setup.catalog.invalidateAll();
            assertThat(setup.catalog.makesValueForZero()).isTrue();
        } finally {
            setup.execute(0, "SET GLOBAL sql_mode = REPLACE(@@GLOBAL.sql_mode, 'NO_AUTO_VALUE_ON_ZERO', '')");
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void aTableIsReadOnceUntilItIsInvalidated(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        assertThat(setup.catalog.table("t_later")).isNull();
        // created behind our back, in another data source than the first
        setup.execute(1, "CREATE TABLE t_later_1 (user_id INT)");
        assertThat(setup.catalog.table("t_later").columns()).hasSize(1);
        int asked = setup.opened.get();
        assertThat(setup.catalog.table("t_later").columns()).hasSize(1);
        assertThat(setup.opened.get()).isEqualTo(asked);

        setup.execute(1, "ALTER TABLE t_later_1 ADD COLUMN name VARCHAR(10)");
        long version = setup.catalog.version();
        setup.catalog.invalidate("t_later");

        assertThat(setup.catalog.version()).isGreaterThan(version);
        assertThat(setup.catalog.table("t_later").columns()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void singleTablesAreFoundWhereTheyAre(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(0, "CREATE TABLE here (id INT)");
        setup.execute(1, "CREATE TABLE twice (id INT)");
        setup.execute(0, "CREATE TABLE twice (id INT)");

        assertThat(setup.catalog.locate("here")).isZero();
        assertThat(setup.catalog.locate("HERE")).isZero();
        assertThat(setup.catalog.locate("nowhere")).isEqualTo(-1);
        assertThat(setup.catalog.locate(new SchemaTable("information_schema", false, "here")))
                .isEqualTo(-1);
        assertThatThrownBy(() -> setup.catalog.locate("twice"))
                .isInstanceOfSatisfying(
                        ShardingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SINGLE_TABLE_AMBIGUOUS))
                .hasMessageContaining("ds_0, ds_1");
    }

    /** Whoever names data source and schema of a table is heard before who takes all. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void theEntryThatTellsMostDecides(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        List<String> schemas = List.of("catalog_s2", "catalog_s3");
        for (String schema : schemas) {
            if (kind.speaksMySql()) {
                setup.server.createDatabase(schema);
                setup.execute(0, "CREATE TABLE " + schema + ".t (id INT)");
            } else {
                for (int i = 0; i < 2; i++) {
                    setup.execute(i, "CREATE SCHEMA " + schema);
                    setup.execute(i, "CREATE TABLE " + schema + ".t (id INT)");
                }
            }
        }
        SchemaTable table = new SchemaTable("catalog_s2", false, "t");
        SchemaTable other = new SchemaTable("catalog_s3", false, "t");
        assertThat(setup.over("*.*", "ds_1.catalog_s2.t").locate(table)).isEqualTo(1);
        assertThat(setup.over("*.*", "ds_0.catalog_s2.*", "ds_1.catalog_s3.*").locate(other))
                .isEqualTo(1);
        assertThat(setup.over("ds_0.catalog_s2.*", "ds_1.catalog_s2.t").locate(table))
                .isEqualTo(1);
        assertThat(setup.over("*.*", "ds_1.t", "ds_0.catalog_s2.*").locate(table))
                .isZero();
        assertThat(setup.over("*.*", "ds_1.t").locate(table)).isEqualTo(1);
        for (JdbcCatalog open : List.of(
                setup.over("*.*"),
                setup.over("ds_0.*", "*.catalog_s2.t", "ds_1.*"),
                setup.over("ds_0.catalog_s2.*", "ds_1.catalog_s2.*"))) {
            assertThatThrownBy(() -> open.locate(table)).hasMessageContaining("SHD-4112");
        }
        for (String schema : kind.speaksMySql() ? schemas : List.<String>of()) {
            setup.server.dropDatabase(schema);
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void aSchemaThatARuleNamesIsThatOfTheConnectionsOrAnother(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        String home;
        try (Connection connection = setup.open(1)) {
            home = kind.speaksMySql() ? connection.getCatalog() : connection.getSchema();
        }
        PinnedTable here = new PinnedTable("t", 1, new SchemaTable(home, false, "t"));
        PinnedTable elsewhere = new PinnedTable("t", 1, new SchemaTable("catalog_s2", false, "t"));
        int before = setup.opened.get();
        assertThat(setup.catalog.own(here)).isEqualTo(new PinnedTable("t", 1));
        assertThat(setup.opened.get() - before)
                .as("only its own data source is asked")
                .isEqualTo(1);
        assertThat(setup.catalog.own(elsewhere)).isNull();
        assertThat(setup.catalog.own(new PinnedTable("t", 0))).isEqualTo(new PinnedTable("t", 0));
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void placesOfAllConnectionsMeanTheLogicDatabase(DatabaseKind kind) {
        DatabaseNames databases = new Setup(kind).catalog.databases();
        boolean mySql = kind.speaksMySql();
        assertThat(databases.schema("LOGIC_DB")).isEqualTo(Meaning.LOGIC);
        assertThat(databases.schema("public")).isEqualTo(mySql ? Meaning.FOREIGN : Meaning.LOGIC);
        assertThat(databases.schema("information_schema")).isEqualTo(Meaning.FOREIGN);
        assertThat(databases.catalog("catalog_none")).isEqualTo(Meaning.FOREIGN);
        assertThat(databases.catalog(databases.physical(0).catalog())).isEqualTo(Meaning.PHYSICAL);
        assertThat(databases.shownCatalog()).isEqualTo("logic_db");
        assertThat(databases.shownSchema()).isEqualTo(mySql ? null : databases.commonSchema());
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void aQueryIsDescribedWithoutRunningIt(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(0, "CREATE TABLE t_config (id INT, name VARCHAR(10))");

        List<ColumnSchema> columns = setup.catalog.describe(0, "SELECT id + 1 AS n, UPPER(name) AS u FROM t_config");

        assertThat(columns).hasSize(2);
        assertThat(columns.get(0).name()).isEqualTo(stored(kind, "n"));
        assertThat(columns.get(0).jdbcType()).isIn(Types.INTEGER, Types.BIGINT);
        assertThat(setup.catalog.describe(0, "SELECT nothing FROM nowhere")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL"})
    void collationsOfPostgreSqlAreNamed(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(0, "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)");
        setup.execute(0, "CREATE TABLE t_order_0 (user_id INT, a TEXT COLLATE \"C\", b TEXT, c TEXT COLLATE loose)");

        TableSchema schema = setup.catalog.table("t_order");

        assertThat(schema.column("user_id").collation()).isNull();
        assertThat(schema.column("a").collation()).isEqualTo("C");
        assertThat(schema.column("b").collation()).isNotBlank().isNotEqualTo("default");
        assertThat(schema.column("c").collation()).isEqualTo("nondeterministic:loose");
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void collationsOfMariaDbAreNamed(DatabaseKind kind) throws SQLException {
        Setup setup = new Setup(kind);
        setup.execute(
                0,
                "CREATE TABLE t_order_0 (user_id INT AUTO_INCREMENT PRIMARY KEY, a VARCHAR(9) COLLATE utf8mb4_bin,"
                        + " b VARCHAR(9) COLLATE utf8mb4_general_ci)");

        TableSchema schema = setup.catalog.table("t_order");

        assertThat(schema.column("user_id").autoIncrement()).isTrue();
        assertThat(schema.column("user_id").collation()).isNull();
        assertThat(schema.column("a").collation()).isEqualTo("utf8mb4_bin");
        assertThat(schema.column("b").collation()).isEqualTo("utf8mb4_general_ci");
    }
}
