package org.shardingjdbc.jdbc.statements;

import java.util.Locale;
import java.util.StringJoiner;
import org.shardingjdbc.testkit.DatabaseKind;

/** A column of each type that the databases have in common, and two that not all have. */
enum ValueColumn {
    C_BOOLEAN("BOOLEAN", "BOOLEAN", "BOOLEAN"),
    C_SMALLINT("SMALLINT", "SMALLINT", "SMALLINT"),
    C_INT("INT", "INT", "INT"),
    C_BIGINT("BIGINT", "BIGINT", "BIGINT"),
    C_DECIMAL("DECIMAL(20,4)", "DECIMAL(20,4)", "DECIMAL(20,4)"),
    C_REAL("REAL", "REAL", "FLOAT"),
    C_DOUBLE("DOUBLE PRECISION", "DOUBLE PRECISION", "DOUBLE"),
    C_CHAR("CHAR(5)", "CHAR(5)", "CHAR(5)"),
    C_VARCHAR("VARCHAR(200)", "VARCHAR(200)", "VARCHAR(200)"),
    C_TEXT("CLOB", "TEXT", "LONGTEXT"),
    C_BINARY("VARBINARY(200)", "BYTEA", "VARBINARY(200)"),
    C_BLOB("BLOB", "BYTEA", "LONGBLOB"),
    C_DATE("DATE", "DATE", "DATE"),
    C_TIME("TIME(6)", "TIME", "TIME(6)"),
    C_TIMESTAMP("TIMESTAMP(6)", "TIMESTAMP", "DATETIME(6)"),
    C_TIMESTAMP_TZ("TIMESTAMP(6) WITH TIME ZONE", "TIMESTAMPTZ", "TIMESTAMP(6)"),
    C_UUID("UUID", "UUID", "UUID");

    private final String h2;
    private final String postgreSql;
    private final String mariaDb;

    ValueColumn(String h2, String postgreSql, String mariaDb) {
        this.h2 = h2;
        this.postgreSql = postgreSql;
        this.mariaDb = mariaDb;
    }

    String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String type(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> h2;
            case POSTGRESQL -> postgreSql;
            case MARIADB -> mariaDb;
            case MYSQL -> this == C_UUID ? "CHAR(36)" : mariaDb;
        };
    }

    /** All columns, as CREATE TABLE wants them. */
    static String definitions(DatabaseKind kind) {
        StringJoiner all = new StringJoiner(", ");
        for (ValueColumn each : values()) {
            String nullable = each == C_TIMESTAMP_TZ && kind == DatabaseKind.MARIADB ? " NULL DEFAULT NULL" : "";
            all.add(each.column() + " " + each.type(kind) + nullable);
        }
        return all.toString();
    }
}
