package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Names of tables that PostgreSQL's server looks up in texts, and those that its catalog shows, are logic names. */
class ServerNamesTest {
    private static Fixture<ShardingDataSource> fixture;

    @BeforeAll
    static void open() throws Exception {
        fixture = Fixture.on(DatabaseKind.POSTGRESQL, "server_names")
                .sharded("t_order", "id", 4)
                .open(ShardingDataSourceFactory::create);
        fixture.onBoth(
                "CREATE TABLE t_order (id BIGINT PRIMARY KEY, note TEXT)", "CREATE INDEX i_note ON t_order (note)");
    }

    @AfterAll
    static void close() throws SQLException {
        fixture.close();
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(rows.getString(i)).append(' ');
                }
                found.add(row.toString().strip());
            }
        }
        return found;
    }

    private static List<String> onPlain(String sql) throws SQLException {
        try (Connection connection = fixture.plain().getConnection()) {
            return rows(connection, sql);
        }
    }

    private static List<String> onSharded(String sql) throws SQLException {
        try (Connection connection = fixture.sharded().getConnection()) {
            return rows(connection, sql);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT to_regclass('t_order') IS NOT NULL",
                "SELECT to_regclass('public.t_order') IS NOT NULL, to_regclass('T_Order') IS NULL",
                "SELECT to_regclass('\"t_order\"') IS NOT NULL, to_regclass('t_nothing') IS NULL",
                "SELECT 't_order'::regclass IS NOT NULL",
                "SELECT CAST('public.t_order' AS pg_catalog.regclass) IS NOT NULL",
                "SELECT has_table_privilege('t_order', 'SELECT'), has_table_privilege(current_user, 't_order', 'INSERT')",
                "SELECT has_column_privilege('t_order', 'note', 'SELECT')",
                "SELECT obj_description('t_order'::regclass) IS NULL",
                "SELECT attname FROM pg_attribute WHERE attrelid = 't_order'::regclass AND attnum > 0 ORDER BY attnum",
                "SELECT indexrelid::regclass IS NOT NULL FROM pg_index WHERE indrelid = 'public.t_order'::regclass",
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
                "SELECT tablename, indexname FROM pg_catalog.pg_indexes WHERE tablename = 't_order' ORDER BY 2",
                "SELECT relname FROM pg_class WHERE relname LIKE 't\\_order%' AND relkind = 'r' ORDER BY 1",
                "SELECT pg_catalog.pg_class.relname, relkind FROM pg_catalog.pg_class WHERE relname = 't_order'",
                "SELECT c.relname, c.xmin IS NOT NULL FROM pg_class c WHERE c.relname = 't_order'",
                "SELECT i.relname FROM pg_class t JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class i ON i.oid = x.indexrelid"
                        + " WHERE t.relname = 't_order' ORDER BY 1",
                "SELECT relname FROM pg_stat_user_tables WHERE relname LIKE 't%' ORDER BY 1",
                "SELECT t.table_name FROM information_schema.tables t WHERE t.table_schema = 'public' AND NOT EXISTS"
                        + " (SELECT 1 FROM pg_catalog.pg_inherits WHERE inhrelid = (quote_ident(t.table_schema) || '.'"
                        + " || quote_ident(t.table_name))::regclass::oid) ORDER BY 1"
            })
    void answersAsOneDatabase(String sql) throws SQLException {
        assertThat(onSharded(sql)).isEqualTo(onPlain(sql)).isNotEmpty();
    }

    @Test
    void aParameterIsLookedUpToo() throws SQLException {
        try (Connection connection = fixture.sharded().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL, ?::regclass IS NOT NULL")) {
            statement.setString(1, "t_order");
            statement.setString(2, "public.t_order");
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBoolean(1)).isTrue();
                assertThat(rows.getBoolean(2)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT pg_relation_size('t_order')",
                "SELECT pg_total_relation_size('public.t_order'::regclass)",
                "SELECT pg_size_pretty(pg_table_size('t_order'))"
            })
    void whatMeasuresAShardedTableIsRefused(String sql) {
        assertThatThrownBy(() -> onSharded(sql)).hasMessageContaining("SHD-2111");
    }
}
