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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What mysqldump and mariadb-dump write, line by line: settings are remembered, changed, and set back. */
class DumpsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: mod_2}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: mod_2}}
              shardingAlgorithms:
                mod_2: {type: MOD, props: {sharding-count: 2}}
            """;

    private static final List<String> DUMP = List.of(
            "/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */",
            "/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */",
            "/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */",
            "/*!50503 SET NAMES utf8mb4 */",
            "/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */",
            "/*!40103 SET TIME_ZONE='+00:00' */",
            "/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */",
            "/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */",
            "/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */",
            "/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */",
            "DROP TABLE IF EXISTS `t_order`",
            "/*!40101 SET @saved_cs_client     = @@character_set_client */",
            "/*!50503 SET character_set_client = utf8mb4 */",
            """
            CREATE TABLE `t_order` (
              `order_id` bigint NOT NULL,
              `user_id` int NOT NULL,
              `status` varchar(20) DEFAULT NULL,
              PRIMARY KEY (`order_id`),
              KEY `by_status` (`status`)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4""",
            "/*!40101 SET character_set_client = @saved_cs_client */",
            "/*!40000 ALTER TABLE `t_order` DISABLE KEYS */",
            "INSERT INTO `t_order` VALUES (0,1,'zero'),(1,1,'it''s'),(2,1,NULL),(3,2,'\\\\q'),(4,2,'x')",
            "/*!40000 ALTER TABLE `t_order` ENABLE KEYS */",
            "/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */",
            "/*!40101 SET SQL_MODE=@OLD_SQL_MODE */",
            "/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */",
            "/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */",
            "/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */",
            "/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */",
            "/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */",
            "/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */");

    private static final String SETTINGS = "SELECT @@sql_mode, @@unique_checks, @@foreign_key_checks, @@sql_notes,"
            + " @@time_zone, @@character_set_client, @@collation_connection";

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"MYSQL", "MARIADB"})
    void aDumpIsTaken(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "dumps").rules(RULES).open(ShardingDataSourceFactory::create)) {
            List<String> failed = new ArrayList<>();
            List<String> before;
            try (Connection connection = shards.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                before = row(statement, SETTINGS);
                for (String line : DUMP) {
                    try {
                        statement.execute(line);
                    } catch (SQLException e) {
                        failed.add(line + ": " + e.getMessage());
                    }
                }
                assertThat(failed).isEmpty();
                assertThat(row(statement, SETTINGS)).isEqualTo(before);
                assertThat(row(statement, "SELECT COUNT(*), MIN(order_id) FROM t_order"))
                        .containsExactly("5", "0");
            }
            try (Connection connection = shards.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                assertThat(row(statement, SETTINGS)).isEqualTo(before);
                assertThat(row(statement, "SELECT @OLD_SQL_MODE, @saved_cs_client"))
                        .containsExactly(null, null);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"MYSQL", "MARIADB"})
    void aComputedValueIsOneForAllConnections(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                        Fixture.on(kind, "dumps").rules(RULES).open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t_order");
            statement.execute(
                    "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(99))");
            statement.execute("INSERT INTO t_order VALUES (0, 1, 'a'), (1, 1, 'b'), (2, 2, 'c'), (3, 2, 'd')");
            statement.execute("SET @u = UUID()");
            statement.execute("UPDATE t_order SET status = @u");
            assertThat(row(statement, "SELECT COUNT(DISTINCT status), COUNT(*) FROM t_order"))
                    .containsExactly("1", "4");
            try (Connection plain = shards.plain().getConnection();
                    Statement alone = plain.createStatement()) {
                for (String set : List.of(
                        "SET @a = 2, @b = @a", "SET @a = @a + 1, @b = @a, @c = CONCAT('x', @b)", "SET @d = NULL")) {
                    alone.execute(set);
                    statement.execute(set);
                    String query = "SELECT @a, @b, @c, @d";
                    assertThat(row(statement, query)).as(set).isEqualTo(row(alone, query));
                }
            }
            statement.execute("SET sql_mode = ''");
            assertThat(row(statement, "SELECT @@sql_mode")).containsExactly("");
            statement.execute("SET @mode = @@sql_mode, sql_mode = CONCAT(@@sql_mode, ',STRICT_TRANS_TABLES')");
            assertThat(row(statement, "SELECT @@sql_mode")).containsExactly("STRICT_TRANS_TABLES");
            statement.execute("SET sql_mode = @mode");
            assertThat(row(statement, "SELECT @@sql_mode")).containsExactly("");
            statement.execute("SET @bad = 'ANSI_QUOTES'");
            assertThatThrownBy(() -> statement.execute("SET sql_mode = @bad"))
                    .hasMessageContaining("SHD-6009")
                    .hasMessageContaining("sql_mode");
            assertThatThrownBy(() -> statement.execute("SET sql_mode = CONCAT('ANSI', '_QUOTES')"))
                    .hasMessageContaining("SHD-6009");
            assertThat(row(statement, "SELECT @@sql_mode")).containsExactly("");
            statement.execute("SET @n = (SELECT MAX(order_id) FROM t_order)");
            assertThat(row(statement, "SELECT @n")).containsExactly("3");
            try (PreparedStatement set = connection.prepareStatement("SET @a = ? + 1")) {
                set.setInt(1, 1);
                assertThatThrownBy(set::execute).hasMessageContaining("SHD-6007");
            }
            assertThatThrownBy(() -> statement.execute("LOCK TABLES t_order WRITE"))
                    .hasMessageContaining("SHD-6009")
                    .hasMessageContaining("--skip-add-locks");
        }
    }

    private static List<String> row(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(rows.getString(i));
            }
            return row;
        }
    }
}
