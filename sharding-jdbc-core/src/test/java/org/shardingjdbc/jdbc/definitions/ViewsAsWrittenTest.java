package org.shardingjdbc.jdbc.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** The catalogs of databases show the queries of views over sharded tables as they were written. */
class ViewsAsWrittenTest {
    private static final String QUERY = "SELECT id, a AS \u00e4 FROM t WHERE b <> 'it''s' OR a > %d";

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void definitionsAreShown(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = DefinitionShards.create(kind, "views_written");
                PlainAndSharded both = shards.both()) {
            both.setUp(
                    "CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20))",
                    "CREATE TABLE bc (id INT PRIMARY KEY, x DOUBLE PRECISION)");
            // each length of Base64
            for (int number : new int[] {1, 10, 100}) {
                String query = String.format(QUERY, number);
                both.setUp("CREATE VIEW v" + number + " AS " + query);
                for (String sql : shown(kind, "v" + number)) {
                    assertThat(text(both.sharded(), sql))
                            .as(sql)
                            .endsWith(query)
                            .doesNotContain("shd_view");
                }
            }
            both.setUp("CREATE VIEW other_view AS SELECT id FROM bc");
            if (kind == DatabaseKind.POSTGRESQL) {
                for (String sql : shown(kind, "other_view")) {
                    both.query(sql).agree();
                }
                both.query("SELECT COUNT(*) FROM pg_views WHERE schemaname = 'public'")
                        .agree();
                both.query("SELECT viewname FROM pg_views WHERE schemaname = 'public' ORDER BY 1")
                        .agree();
            }
        }
    }

    private static List<String> shown(DatabaseKind kind, String view) {
        String common = "SELECT view_definition FROM information_schema.views WHERE table_name = '" + view + "'"
                + (kind == DatabaseKind.POSTGRESQL ? "" : " AND table_schema = 'logic_db'");
        if (kind == DatabaseKind.POSTGRESQL) {
            return List.of(
                    common,
                    "SELECT pg_get_viewdef('" + view + "'::regclass)",
                    "SELECT pg_catalog.pg_get_viewdef(c.oid, true) FROM pg_class c WHERE c.relname = '" + view + "'",
                    "SELECT definition FROM pg_views WHERE viewname = '" + view + "'",
                    "SELECT v.definition FROM pg_catalog.pg_views v WHERE v.viewname = '" + view + "'");
        }
        return List.of(common, "SHOW CREATE VIEW " + view, "SHOW CREATE TABLE " + view);
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(rows.getMetaData().getColumnCount() == 1 ? 1 : 2);
        }
    }
}
