package org.shardingjdbc.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;

/** A small fixed schema with rows, for tests of the statements. */
final class SampleSchema {
    private final DatabaseKind kind;

    SampleSchema(DatabaseKind kind) {
        this.kind = kind;
    }

    SchemaModel model() {
        List<ColumnModel> order = new ArrayList<>(List.of(
                column("order_id", ColumnKind.LONG, false, "BIGINT", "1", "7", "12", "30"),
                column("user_id", ColumnKind.INTEGER, false, "INT", "1", "2", "3", "9"),
                column("status", ColumnKind.TEXT, true, "VARCHAR(30)", "'new'", "'Paid'", "'paid '", "''"),
                column("amount", ColumnKind.DECIMAL, true, "DECIMAL(10,2)", "10.50", "0.00", "-3.25"),
                column("weight", ColumnKind.DOUBLE, true, doubleType(), "1.5", "0", "-2.25"),
                column("created", ColumnKind.TIMESTAMP, true, timestamp(), "TIMESTAMP '2024-01-15 10:30:00'"),
                column("due", ColumnKind.DATE, true, "DATE", "DATE '2024-02-01'", "DATE '2023-12-31'"),
                column("done", ColumnKind.BOOLEAN, true, "BOOLEAN", "TRUE", "FALSE"),
                column("code", ColumnKind.CHAR, true, "CHAR(5)", "'ab'", "'AB'", "'c'"),
                column("raw", ColumnKind.BINARY, true, binary(), bytes("00ff"), bytes("0a"))));
        if (!kind.speaksMySql()) {
            order.add(column("doc", ColumnKind.JSON, true, json(), jsonLiteral()));
            order.add(column("ref", ColumnKind.UUID, true, "UUID", "'5fc03087-d265-11e7-b8c6-83e29cd24f4c'"));
        }
        List<ColumnModel> item = List.of(
                column("item_id", ColumnKind.INTEGER, false, "INT", "1", "4", "25"),
                column("order_id", ColumnKind.LONG, false, "BIGINT", "1", "7", "12"),
                column("user_id", ColumnKind.INTEGER, false, "INT", "1", "2", "3"),
                column("sku", ColumnKind.TEXT, false, "VARCHAR(20)", "'apple'", "'Pear'"),
                column("quantity", ColumnKind.INTEGER, true, "INT", "1", "2", "-5", "0"),
                column("price", ColumnKind.DECIMAL, false, "DECIMAL(12,4)", "1.2500", "99.9999"));
        List<ColumnModel> user = List.of(
                column("user_id", ColumnKind.INTEGER, false, "INT", "1", "2", "5"),
                column("name", ColumnKind.TEXT, true, "VARCHAR(40)", "'ann'", "'Bob'", "'ann '"),
                column("born", ColumnKind.DATE, true, "DATE", "DATE '1990-05-05'"),
                column("score", ColumnKind.LONG, true, "BIGINT", "100", "9223372036854775807"));
        List<ColumnModel> country = List.of(
                column("code", ColumnKind.TEXT, false, "VARCHAR(10)", "'de'", "'fr'"),
                column("name", ColumnKind.TEXT, true, "VARCHAR(40)", "'Germany'", "'France'"),
                column("population", ColumnKind.INTEGER, true, "INT", "80", "60"));
        List<ColumnModel> event = List.of(
                column("tenant", ColumnKind.INTEGER, false, "INT", "1", "2"),
                column("no", ColumnKind.INTEGER, false, "INT", "1", "2", "3"),
                column("kind", ColumnKind.TEXT, true, "VARCHAR(20)", "'open'", "'close'"),
                column("at_time", ColumnKind.TIMESTAMP, true, timestamp(), "TIMESTAMP '2024-03-01 00:00:00'"));
        return new SchemaModel(
                kind,
                List.of(
                        table("t_order", TableRole.SHARDED, List.of("user_id"), 0, order, "order_id"),
                        table("t_item", TableRole.SHARDED, List.of("user_id"), 0, item, "item_id"),
                        table("t_user", TableRole.SHARDED, List.of("user_id"), -1, user, "user_id"),
                        table("t_country", TableRole.BROADCAST, List.of(), -1, country, "code"),
                        table("t_event", TableRole.SHARDED, List.of("tenant", "no"), -1, event, "tenant", "no")));
    }

    /** CREATE TABLE and INSERT for all. */
    List<String> statements() {
        List<String> statements = new ArrayList<>();
        for (TableModel table : model().tables()) {
            List<String> columns = new ArrayList<>();
            for (ColumnModel column : table.columns()) {
                columns.add(column.name() + " " + column.type() + (column.nullable() ? "" : " NOT NULL"));
            }
            statements.add("CREATE TABLE " + table.name() + " (" + String.join(", ", columns) + ", PRIMARY KEY ("
                    + String.join(", ", table.primaryKey()) + "))");
            for (int row = 1; row <= 30; row++) {
                statements.add(insert(table, row));
            }
        }
        return statements;
    }

    private static String insert(TableModel table, int row) {
        List<String> values = new ArrayList<>();
        for (ColumnModel column : table.columns()) {
            int place = table.primaryKey().indexOf(column.name());
            if (place == table.primaryKey().size() - 1) {
                values.add(column.kind() == ColumnKind.TEXT ? "'k" + row + "'" : Integer.toString(row));
            } else if (column.nullable() && row % 7 == 0) {
                values.add("NULL");
            } else {
                values.add(column.samples().get(row % column.samples().size()));
            }
        }
        return "INSERT INTO " + table.name() + " VALUES (" + String.join(", ", values) + ")";
    }

    private static TableModel table(
            String name, TableRole role, List<String> sharding, int group, List<ColumnModel> columns, String... key) {
        return new TableModel(name, role, sharding, group, columns, List.of(key));
    }

    private static ColumnModel column(String name, ColumnKind kind, boolean nullable, String type, String... samples) {
        return new ColumnModel(name, kind, nullable, type, List.of(samples));
    }

    private String timestamp() {
        return kind == DatabaseKind.MARIADB ? "DATETIME" : "TIMESTAMP";
    }

    private String doubleType() {
        return kind == DatabaseKind.MARIADB ? "DOUBLE" : "DOUBLE PRECISION";
    }

    private String binary() {
        return kind == DatabaseKind.POSTGRESQL ? "BYTEA" : "VARBINARY(20)";
    }

    private String json() {
        return kind == DatabaseKind.POSTGRESQL ? "JSONB" : "JSON";
    }

    private String jsonLiteral() {
        return kind == DatabaseKind.POSTGRESQL ? "'{\"a\": 1}'" : "JSON '{\"a\": 1}'";
    }

    private String bytes(String hex) {
        return kind == DatabaseKind.POSTGRESQL ? "'\\x" + hex + "'" : "X'" + hex.toUpperCase(Locale.ROOT) + "'";
    }
}
