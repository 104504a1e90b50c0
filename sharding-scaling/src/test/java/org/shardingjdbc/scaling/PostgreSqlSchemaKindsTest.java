package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Tables of another schema than {@code public}, where tables of their names are, too. */
class PostgreSqlSchemaKindsTest extends TableKindsTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);

    PostgreSqlSchemaKindsTest() {
        super(SERVER);
    }

    @Override
    String quoted(String name) {
        return '"' + name + '"';
    }

    @Override
    String parameters() {
        return "?currentSchema=app";
    }

    @Override
    void prepare(String url) throws SQLException {
        execute(
                url,
                List.of(
                        "CREATE SCHEMA app",
                        "CREATE TYPE app.mood AS ENUM ('sad', 'happy')",
                        "CREATE TABLE public.t_order (id INT PRIMARY KEY, other INT)",
                        "CREATE TABLE public.t_order_n (id INT PRIMARY KEY, other INT)"));
        table(
                "t_order",
                "CREATE TABLE t_order (id SERIAL PRIMARY KEY, user_id INT, note TEXT, m mood DEFAULT 'sad')",
                "CREATE INDEX ON t_order (note)",
                "INSERT INTO t_order (user_id, note) SELECT i, 'n' FROM generate_series(1, 10) i");
    }
}
