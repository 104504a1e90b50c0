package org.shardingjdbc.transaction.base.internal;

import java.util.Locale;

/** The table in which Seata's AT mode keeps what rows were, by database; columns as Seata's client 2.x writes them. */
enum UndoLogTable {
    MYSQL("CREATE TABLE undo_log (branch_id BIGINT NOT NULL, xid VARCHAR(128) NOT NULL, context VARCHAR(128) NOT NULL,"
            + " rollback_info LONGBLOB NOT NULL, log_status INT NOT NULL, log_created DATETIME(6) NOT NULL,"
            + " log_modified DATETIME(6) NOT NULL, UNIQUE KEY ux_undo_log (xid, branch_id))"),
    POSTGRESQL(
            "CREATE TABLE undo_log (id SERIAL NOT NULL PRIMARY KEY, branch_id BIGINT NOT NULL, xid VARCHAR(128) NOT NULL,"
                    + " context VARCHAR(128) NOT NULL, rollback_info BYTEA NOT NULL, log_status INT NOT NULL,"
                    + " log_created TIMESTAMP(0) NOT NULL, log_modified TIMESTAMP(0) NOT NULL,"
                    + " CONSTRAINT ux_undo_log UNIQUE (xid, branch_id))");

    private final String ddl;

    UndoLogTable(String ddl) {
        this.ddl = ddl;
    }

    String ddl() {
        return ddl;
    }

    /** Null when Seata has none. */
    static UndoLogTable of(String databaseProduct) {
        return switch (databaseProduct.toLowerCase(Locale.ROOT)) {
            case "mysql", "mariadb" -> MYSQL;
            case "postgresql" -> POSTGRESQL;
            default -> null;
        };
    }
}
