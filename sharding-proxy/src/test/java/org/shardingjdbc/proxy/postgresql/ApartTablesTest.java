package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Queries of tables that no data source has together: no database can describe them, and they are answered. */
class ApartTablesTest {
    private static final String JOIN =
            "SELECT e.id, p.name FROM t_event e JOIN t_person p ON p.id = e.id WHERE e.id > ? ORDER BY e.id";
    private static final String TWO_SINGLES = "SELECT p.name, i.name FROM t_person p JOIN t_item i ON i.id = p.id"
            + " JOIN t_order o ON o.order_id = p.id WHERE p.id > ?";

    private static Fixture<ShardingDataSource> fixture;
    private static ShardingProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        fixture = Fixture.on(DatabaseKind.POSTGRESQL, "proxy_apart")
                .grid("t_order", "user_id", "order_id")
                .shardedOn("ds_1", "t_event", "id", 3)
                .single("ds_0.t_person", "ds_1.t_item")
                .open(ApartTablesTest::open);
        fixture.onSharded(
                "CREATE TABLE t_order (order_id int, user_id int, PRIMARY KEY (order_id, user_id))",
                "CREATE TABLE t_event (id int PRIMARY KEY)",
                "CREATE TABLE t_person (id int PRIMARY KEY, name varchar(10))",
                "CREATE TABLE t_item (id int PRIMARY KEY, name varchar(10))",
                "INSERT INTO t_order VALUES (1, 1), (2, 2)",
                "INSERT INTO t_event VALUES (1), (2), (3)",
                "INSERT INTO t_person VALUES (1, 'Ann'), (2, 'Bob')",
                "INSERT INTO t_item VALUES (2, 'cup')");
        proxy = ShardingProxy.start(fixture.sharded(), ProxyOptions.onPort(0).user("app", "secret"));
    }

    private static ShardingDataSource open(InputStream yaml) throws SQLException, IOException {
        String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"\n    username", "?binaryTransfer=false\"\n    username");
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        fixture.close();
    }

    private static Connection connect(String... properties) throws SQLException {
        return Clients.connect(proxy.port(), fixture.sharded().databaseName(), "app", "secret", properties);
    }

    @Test
    void theyAreAnsweredInEachWayToAsk() throws Exception {
        for (String mode : new String[] {"simple", "extended", "extendedForPrepared"}) {
            try (Connection connection = connect("preferQueryMode", mode, "prepareThreshold", "2")) {
                connection.setAutoCommit(false);
                for (int i = 0; i < 4; i++) {
                    assertThat(row(connection, JOIN)).as(mode).isEqualTo("1 Ann");
                    assertThat(row(connection, TWO_SINGLES)).as(mode).isEqualTo("Bob cup");
                }
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(JOIN.replace("?", "1"))) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(2)).isEqualTo("Bob");
                }
                connection.commit();
            }
        }
    }

    private static String row(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, 0);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getString(1) + ' ' + rows.getString(2);
            }
        }
    }

    @Test
    void whoAsksForTheColumnsBeforeIsToldThatNobodyKnowsThem() throws Exception {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(JOIN)) {
            assertThatThrownBy(statement::getMetaData)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("Describing this statement before it is executed");
            assertThat(row(connection, JOIN)).isEqualTo("1 Ann");
        }
    }

    /** Before, the library asked a database that does not have all of them. */
    @Test
    void theLibrarySaysSoItself() throws Exception {
        try (Connection connection = fixture.sharded().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(JOIN)) {
                assertThatThrownBy(statement::getMetaData).hasMessageContaining("SHD-4102");
                assertThatThrownBy(statement::getParameterMetaData).hasMessageContaining("SHD-4102");
            }
            assertThat(row(connection, JOIN)).isEqualTo("1 Ann");
            connection.commit();
        }
    }
}
