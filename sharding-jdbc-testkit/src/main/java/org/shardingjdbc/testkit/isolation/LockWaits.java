package org.shardingjdbc.testkit.isolation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** How many transactions wait for locks, as the databases say. For one thread. */
final class LockWaits {
    private final DatabaseKind kind;
    private final List<DataSource> databases;

    /** @param databases of a server that tells of all of its databases, one of them; else all */
    LockWaits(DatabaseKind kind, List<DataSource> databases) {
        this.kind = kind;
        this.databases = databases;
    }

    private String question() {
        return switch (kind) {
            case H2 -> "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE BLOCKER_ID IS NOT NULL";
            case POSTGRESQL -> "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
            case MARIADB, MYSQL -> "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
        };
    }

    /** Lets a connection wait for longer than any machine needs for what others do meanwhile. */
    String patience() {
        return switch (kind) {
            case H2 -> "SET LOCK_TIMEOUT 60000";
            case POSTGRESQL -> "SET lock_timeout = 60000";
            case MARIADB, MYSQL -> "SET innodb_lock_wait_timeout = 60";
        };
    }

    /** Between two questions: InnoDB gathers such facts when nobody has asked for a tenth of a second. */
    int staleMillis() {
        return kind.speaksMySql() ? 120 : 0;
    }

    int count() throws SQLException {
        int count = 0;
        for (DataSource database : databases) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(question())) {
                rows.next();
                count += rows.getInt(1);
            }
        }
        return count;
    }
}
