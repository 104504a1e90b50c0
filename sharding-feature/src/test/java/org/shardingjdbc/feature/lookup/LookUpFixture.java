package org.shardingjdbc.feature.lookup;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Orders by user, over 8 nodes in 2 data sources: found by their number, which is unique, and by their buyer. Each
 * statement that a database gets is counted.
 */
final class LookUpFixture implements AutoCloseable {
    static final String SHARDING = """
            rules:
            - !SHARDING
              autoTables:
                t_order:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}
                t_item:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}
                t_order_by_no:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: order_no, shardingAlgorithmName: by_text}
                t_order_by_buyer:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: buyer, shardingAlgorithmName: by_text}
              shardingAlgorithms:
                by_user: {type: MOD, props: {sharding-count: 8}}
                by_text: {type: HASH_MOD, props: {sharding-count: 8}}
            """;
    static final String LOOK_UPS = """
            - !LOOKUP
              tables:
                t_order:
                  lookups:
                    by_no: {columns: [order_no], unique: true, table: t_order_by_no}
                    by_buyer: {columns: [buyer], table: t_order_by_buyer, primaryKey: [id], covering: [amount]}
            """;

    private final JdbcProbe probe = new JdbcProbe();
    private final Fixture<ShardingDataSource> fixture;
    /** The texts of prepared statements that were seen, which pools may keep. */
    private final Map<Long, String> prepared = new HashMap<>();

    private LookUpFixture(DatabaseKind kind, String name, String rules, int dataSources)
            throws SQLException, IOException {
        fixture = Fixture.on(kind, name + "_" + kind.name().toLowerCase(Locale.ROOT))
                .dataSources(dataSources)
                .rules(rules)
                .through(probe)
                .open(ShardingDataSourceFactory::create);
    }

    /** With tables that have no rows. */
    static LookUpFixture open(DatabaseKind kind, String name) throws SQLException, IOException {
        return open(new LookUpFixture(kind, name, SHARDING + LOOK_UPS, 2), kind);
    }

    /** The same in one data source, where transactions of one database write rows and entries. */
    static LookUpFixture openInOne(DatabaseKind kind, String name) throws SQLException, IOException {
        return open(new LookUpFixture(kind, name, SHARDING.replace("ds_0,ds_1", "ds_0") + LOOK_UPS, 1), kind);
    }

    /** In MariaDB, with texts of orders that have another collation than those of entries. */
    static LookUpFixture openWith(DatabaseKind kind, String name, String collation) throws SQLException, IOException {
        return open(new LookUpFixture(kind, name, SHARDING + LOOK_UPS, 2), kind, collation);
    }

    private static LookUpFixture open(LookUpFixture opened, DatabaseKind kind) throws SQLException {
        return open(opened, kind, exact(kind));
    }

    private static LookUpFixture open(LookUpFixture opened, DatabaseKind kind, String collation) throws SQLException {
        String text = " VARCHAR(20)" + exact(kind);
        opened.fixture.onSharded(
                "CREATE TABLE t_order (user_id BIGINT NOT NULL, id BIGINT NOT NULL, order_no VARCHAR(20)" + collation
                        + ", buyer" + text + ", amount INT, PRIMARY KEY (user_id, id))",
                "CREATE TABLE t_item (user_id BIGINT NOT NULL, order_id BIGINT, name VARCHAR(20))",
                "CREATE TABLE t_order_by_no (order_no" + text + " NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL)",
                "CREATE TABLE t_order_by_buyer (buyer" + text + " NOT NULL, user_id BIGINT NOT NULL,"
                        + " id BIGINT NOT NULL, amount INT, PRIMARY KEY (buyer, id))");
        return opened;
    }

    /** Opens one more data source over the same databases, and closes it again. */
    void startAgain() throws SQLException, IOException {
        fixture.another().close();
    }

    /** A collation by which each text is equal to itself alone. */
    static String exact(DatabaseKind kind) {
        return kind.speaksMySql() ? " COLLATE utf8mb4_bin" : "";
    }

    /** Runs statements as somebody does who knows nothing of look-ups. */
    void withoutRule(String... statements) throws SQLException {
        byte[] yaml = fixture.yaml(SHARDING).getBytes(StandardCharsets.UTF_8);
        try (ShardingDataSource without = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml));
                Connection connection = without.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        asked();
    }

    ShardingDataSource sharded() {
        return fixture.sharded();
    }

    Connection connect() throws SQLException {
        return fixture.sharded().getConnection();
    }

    /**
     * The statements of our tables that the databases got since this was asked last, each as {@code ds_0 SELECT ...}.
     */
    List<String> asked() {
        List<String> asked = new ArrayList<>();
        Map<String, String> texts = new HashMap<>();
        for (JdbcCall call : probe.calls()) {
            String sql = call.sql() == null ? "" : call.sql();
            if (call.method().startsWith("prepare")) {
                texts.put(call.dataSource(), sql);
            } else if (call.type().equals("PreparedStatement")) {
                prepared.putIfAbsent(call.handle(), texts.getOrDefault(call.dataSource(), ""));
                sql = prepared.get(call.handle());
            }
            if (call.method().startsWith("execute") && (sql.contains(" t_order_") || sql.contains(" t_item_"))) {
                asked.add(call.dataSource() + " " + sql);
            }
        }
        probe.reset();
        return asked;
    }

    static List<String> query(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(result.getString(1));
                }
            }
            return rows;
        }
    }

    static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        fixture.close();
    }
}
