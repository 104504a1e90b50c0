package org.shardingjdbc.jdbc.complaints;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.DatabaseKind;

/** Complaints C2.19 and C2.22 to C2.28: SQL that the database accepts, of which sharding made an error. */
class NeedlesslyRefusedTest extends ComplaintsSuite {

    @Test
    @DisplayName("C2.19 columns of joins, common table expressions and subqueries are found")
    void names() {
        forms.rows(
                        "SELECT o.order_id FROM t_order o JOIN t_item i ON o.user_id = i.user_id AND o.order_id = i.order_id"
                                + " AND i.quantity > ?",
                        1)
                .rows(
                        "SELECT a.order_id, b.item_id FROM t_order a LEFT JOIN t_item b ON a.user_id = b.user_id"
                                + " AND a.order_id = b.order_id WHERE b.item_id IS NULL OR b.quantity > ?",
                        3)
                .rows(
                        "WITH big AS (SELECT user_id, amount FROM t_order WHERE amount > ?)"
                                + " SELECT user_id, SUM(amount) FROM big GROUP BY user_id",
                        5)
                .rows("WITH o (id, who) AS (SELECT order_id, user_id FROM t_order), i AS (SELECT user_id AS who,"
                        + " item_id FROM t_item) SELECT o.id, i.item_id FROM o JOIN i ON o.who = i.who")
                .rows(
                        "SELECT x.u, SUM(x.a) AS s FROM (SELECT user_id AS u, amount AS a FROM t_order) x GROUP BY x.u"
                                + " HAVING SUM(x.a) > ?",
                        9)
                .rows("SELECT status FROM t_order GROUP BY status HAVING MAX(order_id) > ?", 4)
                .rows("SELECT o.status AS s, COUNT(*) AS c FROM t_order o GROUP BY o.status HAVING COUNT(*) >= ?", 1)
                .list("SELECT o.user_id AS who, i.product FROM t_order AS o, t_item AS i WHERE o.user_id = i.user_id"
                        + " AND o.order_id = i.order_id ORDER BY i.item_id")
                .rows("SELECT c.name, o.order_id FROM t_order o CROSS JOIN t_country c WHERE o.user_id = ?", 1)
                .rows("SELECT (SELECT c.name FROM t_country c WHERE c.code = 'de') AS land, order_id FROM t_order")
                .rows("SELECT CASE WHEN amount > (SELECT 10) THEN 'a' ELSE 'b' END AS k FROM t_order")
                .rows("SELECT MAX(t_order.amount) FROM t_order")
                .rows("SELECT u.order_id FROM (SELECT o.* FROM t_order o WHERE o.user_id = ?) u", 5);
    }

    @Test
    @DisplayName("C2.22 SQL that no parser knows passes through where it concerns no sharded table")
    void unparsableSqlOfUnshardedTables() throws SQLException {
        List<String> statements = new ArrayList<>();
        if (forms.on(DatabaseKind.POSTGRESQL)) {
            statements.add("SELECT name FROM t_config TABLESAMPLE SYSTEM (100)");
            statements.add("SELECT name FROM ROWS FROM (generate_series(1, 2)) AS name");
            statements.add("SELECT x.name FROM t_config x WHERE x.name ~ '^m' AND x.content !~~ 'y%'");
            statements.add("SELECT xmlelement(name foo, xmlattributes('x' AS bar))::text");
        }
        if (forms.mySqlFamily()) {
            statements.add("CHECKSUM TABLE t_single_of_nobody");
            statements.add("SELECT SQL_NO_CACHE name FROM t_config WHERE name SOUNDS LIKE 'mode'");
            statements.add("SELECT name FROM t_config FORCE INDEX (PRIMARY) WHERE name > ''");
        }
        if (forms.on(DatabaseKind.H2)) {
            statements.add("SELECT name FROM t_config QUALIFY ROW_NUMBER() OVER (ORDER BY name) = 1");
            statements.add("SELECT * FROM TABLE(id INT = (1, 2), n VARCHAR = ('a', 'b'))");
            statements.add("EXPLAIN PLAN FOR SELECT name FROM t_config");
        }
        for (String sql : statements) {
            if (sql.startsWith("CHECKSUM") || sql.startsWith("EXPLAIN")) {
                runs(sql);
            } else {
                forms.rows(sql);
            }
        }
        switch (forms.kind()) {
            case POSTGRESQL -> {
                runs("DO $$ BEGIN UPDATE t_config SET content = 'd1'; UPDATE t_config SET content = 'd2'; END $$");
                runs("UPDATE t_config SET content = CASE name WHEN 'mode' THEN 'dark' ELSE '12' END");
                runs("VACUUM t_config");
                runs("LISTEN something");
            }
            case MARIADB, MYSQL -> {
                runs("OPTIMIZE TABLE t_config");
                runs("SHOW ENGINES");
            }
            case H2 -> runs("SCRIPT NODATA TABLE t_config");
        }
        forms.rows("SELECT * FROM t_config");
    }

    private static void runs(String sql) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("C2.23 UPDATE of the sharding column: unchanged it stays, changed the row moves")
    void updatesOfTheShardingColumn() {
        forms.write("t_order", "UPDATE t_order SET status = ?, user_id = ? WHERE user_id = ?", "same", 5, 5)
                .write(
                        "t_order",
                        "UPDATE t_order SET order_id = ?, user_id = ?, status = ?, amount = ?, created = NULL"
                                + " WHERE order_id = ? AND user_id = ?",
                        6,
                        5,
                        "jpa",
                        7,
                        6,
                        5)
                .write("t_order", "UPDATE t_order SET user_id = user_id, status = ? WHERE amount > ?", "u", 9)
                .write("t_order", "UPDATE t_order SET user_id = ? WHERE user_id = ? AND order_id = ?", 8, 1, 1)
                .write("t_order", "UPDATE t_order SET user_id = ?, status = ? WHERE order_id = ?", 3, "moved", 5)
                .write("t_order", "UPDATE t_order SET user_id = user_id + ? WHERE user_id IN (?, ?)", 1, 1, 5)
                .write("t_account", "UPDATE t_account SET account_id = ? WHERE account_id = ?", 12, 1)
                .refused("SHD-2214", "UPDATE t_account SET account_id = account_id + ?", 1);
        if (forms.mySqlFamily()) {
            forms.refused(
                            "SHD-2213",
                            "UPDATE t_order o, t_item i SET o.amount = i.quantity WHERE o.order_id = i.order_id")
                    .refused("SHD-2215", "UPDATE t_order SET user_id = user_id + ?, amount = user_id", 1);
        }
        if (forms.on(DatabaseKind.POSTGRESQL)) {
            forms.refused(
                    "SHD-2213", "UPDATE t_order o SET amount = i.quantity FROM t_item i WHERE i.order_id = o.order_id");
        }
    }

    @Test
    @DisplayName("C2.24 each node gets the values of an IN list that are its own")
    void listsAreSplit() throws SQLException {
        for (String head :
                new String[] {"DELETE FROM t_order", "UPDATE t_order SET status = 'x'", "SELECT order_id FROM t_order"
                }) {
            assertThat(sent(head + " WHERE user_id IN (1, 5, 2, 8)"))
                    .containsExactlyInAnyOrder("0:(8)", "1:(1, 5)", "2:(2)");
            assertThat(sent(head + " WHERE user_id IN (?, ?, ?, ?)", 1, 5, 2, 8))
                    .containsExactlyInAnyOrder("0:(?)[?4]", "1:(?, ?)[?1, ?2]", "2:(?)[?3]");
        }
        forms.write("t_order", "DELETE FROM t_order WHERE user_id IN (?, ?, ?, ?)", 1, 5, 2, 8)
                .write("t_order", "DELETE FROM t_order WHERE user_id IN (?, ?) AND status = ?", 1, 2, "new")
                .write("t_order", "UPDATE t_order SET status = ? WHERE user_id IN (?, ?, ?)", "x", 1, 4, 77)
                .write("t_order", "DELETE FROM t_order WHERE user_id IN (?, ?, ?) OR order_id = ?", 1, 2, 3, 10)
                .write(
                        "t_item",
                        "UPDATE t_item SET quantity = ? WHERE user_id IN (?, ?) AND order_id IN (?, ?)",
                        9,
                        1,
                        4,
                        1,
                        5);
    }

    /** Node, list and sources of the parameters of each unit. */
    private static List<String> sent(String sql, Object... parameters) throws SQLException {
        List<String> units = new ArrayList<>();
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("PREVIEW " + sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String actual = rows.getString("actual_sql");
                    String values = rows.getString("parameters");
                    int node = actual.indexOf("t_order_") + "t_order_".length();
                    String list = actual.substring(actual.lastIndexOf('('));
                    units.add(actual.charAt(node) + ":" + list + (parameters.length == 0 ? "" : values));
                }
            }
        }
        return units;
    }

    @Test
    @DisplayName("C2.25 INSERT ... SELECT and REPLACE ... SELECT of any shape")
    void insertsFromQueries() {
        forms.write(
                        "t_order",
                        "INSERT INTO t_order (order_id, user_id, status) SELECT 100 + item_id, user_id, product"
                                + " FROM t_item WHERE quantity > ?",
                        1)
                .write(
                        "t_account",
                        "INSERT INTO t_account (account_id, owner_id, balance) SELECT 100 + order_id, user_id,"
                                + " amount FROM t_order WHERE amount > ?",
                        5)
                .write(
                        "t_order",
                        "INSERT INTO t_order (order_id, user_id, amount) SELECT 200 + account_id, owner_id,"
                                + " balance FROM t_account WHERE owner_id IS NOT NULL")
                .write(
                        "t_order",
                        "INSERT INTO t_order SELECT order_id + 50, user_id + 1, status, amount, created FROM t_order")
                .write(
                        "t_account",
                        "INSERT INTO t_account (account_id, balance, city) SELECT 300 + COUNT(*), SUM(amount),"
                                + " status FROM t_order WHERE status = ? GROUP BY status",
                        "new")
                .write(
                        "t_order",
                        "INSERT INTO t_order (order_id, user_id, status) SELECT 400, ?, name FROM t_country"
                                + " WHERE code = ?",
                        6,
                        "de");
        if (forms.mySqlFamily()) {
            forms.write(
                            "t_account",
                            "REPLACE INTO t_account (account_id, owner_id, balance) SELECT order_id, user_id,"
                                    + " amount FROM t_order WHERE order_id < ?",
                            4)
                    .write(
                            "t_account",
                            "INSERT IGNORE INTO t_account (account_id, owner_id) SELECT order_id, user_id"
                                    + " FROM t_order WHERE order_id < ?",
                            9);
        }
    }

    @Test
    @DisplayName("C2.26 UPDATE and DELETE with LIMIT over several nodes")
    void limitedWrites() {
        if (forms.mySqlFamily()) {
            forms.write("t_order", "DELETE FROM t_order ORDER BY order_id LIMIT 3")
                    .write(
                            "t_order",
                            "DELETE FROM t_order WHERE status = ? ORDER BY amount DESC, order_id LIMIT 2",
                            "new")
                    .write(
                            "t_order",
                            "UPDATE t_order SET status = ? WHERE amount > ? ORDER BY order_id DESC LIMIT 2",
                            "l",
                            1)
                    .write("t_order", "DELETE FROM t_order WHERE user_id = ? ORDER BY order_id LIMIT 1", 5)
                    .write("t_order", "UPDATE t_order SET amount = amount + 1 ORDER BY order_id LIMIT 100");
        }
        if (forms.on(DatabaseKind.H2)) {
            forms.write("t_order", "DELETE FROM t_order WHERE status = ? LIMIT 100", "new")
                    .write("t_order", "DELETE FROM t_order WHERE user_id = ? LIMIT 7", 5);
        }
        forms.write("t_order", "DELETE FROM t_order WHERE order_id < ?", 3);
    }

    @Test
    @DisplayName("C2.27 JSON, arrays, enums and casts of parameters")
    void typedExpressions() throws SQLException {
        try (Connection connection = shards.sharded().getConnection()) {
            create(connection);
            if (forms.on(DatabaseKind.POSTGRESQL)) {
                postgreSqlTypes();
            } else if (forms.mySqlFamily()) {
                forms.write(
                                "t_typed",
                                "INSERT INTO t_typed (id, doc) VALUES (?, ?), (?, ?)",
                                1,
                                "{\"a\": 1}",
                                2,
                                "{\"a\": 2}")
                        .write("t_typed", "UPDATE t_typed SET doc = JSON_SET(doc, '$.b', ?) WHERE id = ?", 5, 11)
                        .rows("SELECT id, JSON_EXTRACT(doc, '$.a') FROM t_typed WHERE JSON_EXTRACT(doc, '$.a') > ?", 5)
                        .rows(
                                "SELECT id, CAST(JSON_UNQUOTE(JSON_EXTRACT(doc, '$.a')) AS SIGNED) AS a FROM t_typed"
                                        + " WHERE id IN (?, ?)",
                                11,
                                12);
            } else {
                forms.write(
                                "t_typed",
                                "INSERT INTO t_typed (id, doc, tags) VALUES (?, JSON '{\"a\": 1}', ARRAY[?, 'y'])",
                                1,
                                "x")
                        .rows("SELECT id, tags[1] FROM t_typed WHERE tags[1] = ?", "t1")
                        .rows("SELECT id, CAST(? AS INT) AS p FROM t_typed WHERE ARRAY_CONTAINS(tags, ?)", 7, "t2")
                        .rows("SELECT id, CARDINALITY(tags), doc FROM t_typed WHERE id = CAST(? AS INT)", "11");
            }
        } finally {
            try (Connection connection = shards.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE IF EXISTS t_typed");
            }
            try (Connection connection = shards.plain().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE IF EXISTS t_typed");
            }
        }
    }

    private void create(Connection sharded) throws SQLException {
        try (Connection plain = shards.plain().getConnection()) {
            for (Connection each : List.of(plain, sharded)) {
                try (Statement statement = each.createStatement()) {
                    if (forms.on(DatabaseKind.POSTGRESQL)) {
                        createMood();
                        statement.execute("CREATE TABLE t_typed (id INT PRIMARY KEY, doc JSONB, tags TEXT[], m mood)");
                        statement.execute(
                                "INSERT INTO t_typed VALUES (11, '{\"a\": 6, \"b\": [1, 2]}', '{t1,t2}', 'sad'),"
                                        + " (12, '{\"a\": 7}', '{t2}', 'happy'), (13, NULL, NULL, NULL)");
                    } else if (forms.mySqlFamily()) {
                        statement.execute("CREATE TABLE t_typed (id INT PRIMARY KEY, doc JSON)");
                        statement.execute(
                                "INSERT INTO t_typed (id, doc) VALUES (11, '{\"a\": 6}'), (12, '{\"a\": 7}'), (13, NULL)");
                    } else {
                        statement.execute("CREATE TABLE t_typed (id INT PRIMARY KEY, doc JSON, tags VARCHAR(5) ARRAY)");
                        statement.execute(
                                "INSERT INTO t_typed (id, doc, tags) VALUES (11, JSON '{\"a\": 6}', ARRAY['t1', 't2']),"
                                        + " (12, JSON '{\"a\": 7}', ARRAY['t2']), (13, NULL, NULL)");
                    }
                }
            }
        }
    }

    private static void createMood() throws SQLException {
        for (javax.sql.DataSource each : List.of(shards.plain(), shards.raw(0), shards.raw(1))) {
            try (Connection connection = each.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("DO $$ BEGIN CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');"
                        + " EXCEPTION WHEN duplicate_object THEN NULL; END $$");
            }
        }
    }

    private void postgreSqlTypes() {
        forms.write(
                        "t_typed",
                        "INSERT INTO t_typed (id, doc, tags, m) VALUES (?, ?::jsonb, ARRAY[?, 'y'], ?::mood)",
                        1,
                        "{\"a\": 1}",
                        "x",
                        "happy")
                .write(
                        "t_typed",
                        "INSERT INTO t_typed (id, doc) VALUES (?, CAST(? AS jsonb)), (?, ?::jsonb)",
                        1,
                        "{\"a\": 1}",
                        2,
                        "[1]")
                .write(
                        "t_typed",
                        "UPDATE t_typed SET doc = doc || ?::jsonb, m = ?::mood WHERE id = ?",
                        "{\"c\": 1}",
                        "ok",
                        11)
                .write(
                        "t_typed",
                        "UPDATE t_typed SET tags = array_append(tags, ?::text) WHERE id IN (?, ?)",
                        "n",
                        11,
                        12)
                .rows("SELECT id, doc ->> 'a' AS a FROM t_typed WHERE doc @> ?::jsonb", "{\"a\": 6}")
                .rows("SELECT id, doc -> 'b' -> 0, doc #>> '{b,1}' FROM t_typed WHERE (doc ->> 'a')::int > ?", 5)
                .rows("SELECT id, tags[1], tags[1:2] FROM t_typed WHERE ? = ANY (tags)", "t2")
                .rows("SELECT id FROM t_typed WHERE m = ?::mood", "sad")
                .rows("SELECT id, m FROM t_typed WHERE m > 'sad'::mood")
                .rows("SELECT (ARRAY[id, 7])[1], (ROW(id, 1)).f1 FROM t_typed WHERE id = ?::int", 11)
                .rows("SELECT COUNT(*) FROM t_typed WHERE doc -> 'a' IS NOT NULL")
                .rows("SELECT id FROM t_typed WHERE id = ANY (ARRAY[?, ?])", 11, 12);
    }

    @Test
    @DisplayName("C2.28 conflict clauses keep their parameters")
    void conflictClauses() {
        if (forms.mySqlFamily()) {
            forms.write(
                            "t_account",
                            "INSERT INTO t_account (account_id, balance) VALUES (?, ?), (?, ?) ON DUPLICATE KEY"
                                    + " UPDATE city = ?, balance = balance + ?",
                            1,
                            11,
                            22,
                            12,
                            "z",
                            5)
                    .write(
                            "t_account",
                            "INSERT INTO t_account (account_id, balance, city) VALUES (?, ?, ?) ON DUPLICATE KEY"
                                    + " UPDATE balance = VALUES(balance), city = CONCAT(?, VALUES(city))",
                            2,
                            21,
                            "c",
                            "p")
                    .write(
                            "t_account",
                            "REPLACE INTO t_account (account_id, balance) VALUES (?, ?), (?, ?)",
                            3,
                            31,
                            33,
                            32);
        }
        if (forms.on(DatabaseKind.POSTGRESQL)) {
            forms.write(
                            "t_account",
                            "INSERT INTO t_account (account_id, balance) VALUES (?, ?), (?, ?)"
                                    + " ON CONFLICT (account_id) DO UPDATE SET city = ?, balance = t_account.balance + ?",
                            1,
                            11,
                            22,
                            12,
                            "z",
                            5)
                    .write(
                            "t_account",
                            "INSERT INTO t_account (account_id, balance) VALUES (?, ?), (?, ?)"
                                    + " ON CONFLICT (account_id) DO UPDATE SET balance = EXCLUDED.balance WHERE t_account.balance < ?",
                            1,
                            11,
                            2,
                            12,
                            50)
                    .write(
                            "t_account",
                            "INSERT INTO t_account (account_id, city) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING",
                            1,
                            "q",
                            40,
                            "r");
        }
        forms.write(
                "t_account",
                "INSERT INTO t_account (account_id, balance, city) VALUES (?, ?, ?), (?, ?, ?), (?, ?, ?)",
                51,
                1,
                "a",
                52,
                2,
                "b",
                53,
                3,
                "c");
    }
}
