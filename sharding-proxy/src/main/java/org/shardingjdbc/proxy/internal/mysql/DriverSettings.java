package org.shardingjdbc.proxy.internal.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.exceptions.MySQLStatementCancelledException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;

/**
 * What the driver of a data source does by itself that clients of the proxy notice. Immutable.
 *
 * @param localFiles whether it reads files of this machine where a statement says LOAD DATA LOCAL
 * @param foundRows whether it counts the rows that a statement found, and not those that it changed
 * @param numbersAsBits whether it takes {@code TINYINT(1)}, which holds any small number, for a truth
 */
record DriverSettings(boolean localFiles, boolean foundRows, boolean numbersAsBits) {
    private static final boolean MYSQL_DRIVER = isPresent();

    private static boolean isPresent() {
        try {
            return JdbcConnection.class.getName() != null;
        } catch (NoClassDefFoundError e) {
            return false;
        }
    }

    /**
     * Whether the drivers count found rows.
     *
     * @throws SQLException when one would read files of this machine for clients, or make other values of some, and
     *     when they do not all count alike
     */
    static boolean requireSafe(LogicDatabases databases) throws SQLException {
        Boolean found = null;
        for (String name : databases.names()) {
            for (Map.Entry<String, DataSource> each :
                    databases.get(name).dataSources().entrySet()) {
                try (Connection connection = each.getValue().getConnection()) {
                    DriverSettings settings = of(connection);
                    if (settings.localFiles()) {
                        throw new SQLException(
                                "The driver of data source " + each.getKey() + " reads files of this machine for LOAD"
                                        + " DATA LOCAL, which a client of the proxy must not have. Add "
                                        + "allowLocalInfile=false to its URL, or allowLoadLocalInfile=false for MySQL's"
                                        + " driver",
                                "0A000");
                    }
                    if (settings.numbersAsBits()) {
                        throw new SQLException(
                                "The driver of data source " + each.getKey() + " takes TINYINT(1) for BIT, so that "
                                        + "clients of the proxy would get 1 for other numbers. Add tinyInt1isBit=false "
                                        + "to its URL",
                                "0A000");
                    }
                    if (found != null && found != settings.foundRows()) {
                        throw new SQLException(
                                "The driver of data source " + each.getKey() + " counts rows otherwise than those of"
                                        + " others, so that clients of the proxy would get sums of both. Let "
                                        + "useAffectedRows be the same in all URLs",
                                "0A000");
                    }
                    found = settings.foundRows();
                }
            }
        }
        return found == null || found;
    }

    /** Whether it says that a statement was cancelled, which MySQL's driver does without a number or a state. */
    static boolean isCancellation(Throwable error) {
        return MYSQL_DRIVER && error instanceof MySQLStatementCancelledException;
    }

    private static DriverSettings of(Connection connection) throws SQLException {
        if (MYSQL_DRIVER && connection.isWrapperFor(JdbcConnection.class)) {
            PropertySet all = connection.unwrap(JdbcConnection.class).getPropertySet();
            String folder = all.getStringProperty(PropertyKey.allowLoadLocalInfileInPath)
                    .getValue();
            boolean files =
                    all.getBooleanProperty(PropertyKey.allowLoadLocalInfile).getValue()
                            || folder != null && !folder.isEmpty();
            return new DriverSettings(
                    files,
                    !all.getBooleanProperty(PropertyKey.useAffectedRows).getValue(),
                    all.getBooleanProperty(PropertyKey.tinyInt1isBit).getValue());
        }
        // MariaDB's driver tells all that is not as it would be, wherever it was set.
        String url = String.valueOf(connection.getMetaData().getURL());
        return new DriverSettings(
                !says(url, "allowLocalInfile=false"),
                !says(url, "useAffectedRows=true"),
                !says(url, "tinyInt1isBit=false"));
    }

    private static boolean says(String url, String setting) {
        for (String each : url.substring(url.indexOf('?') + 1).split("&", -1)) {
            if (each.equalsIgnoreCase(setting)) {
                return true;
            }
        }
        return false;
    }
}
