package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.network.SSLMode;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Where a server is, of a URL of the form {@code jdbc:mysql://host:port/database?settings}. Immutable.
 *
 * @param tls how the connection is secured, as the URL's sslMode says; where it says nothing, if the server can
 */
record BinlogAddress(String host, int port, SSLMode tls) {
    private static final int PORT = 3306;

    /** @throws SQLException where it names several servers, or is of another form */
    static BinlogAddress of(String url) throws SQLException {
        int begin = url.indexOf("//") + 2;
        int settings = url.indexOf('?', begin);
        int end = url.indexOf('/', begin);
        if (end < 0) {
            end = settings < 0 ? url.length() : settings;
        }
        String server = begin < 2 ? "" : url.substring(begin, end);
        String before = begin < 2 ? "" : url.substring(0, begin);
        if (!before.equals("jdbc:mysql://") && !before.equals("jdbc:mariadb://")
                || server.indexOf(',') >= 0
                || server.indexOf('(') >= 0
                || server.indexOf('@') >= 0) {
            throw new SQLException("The log is read of one server, with a URL such as jdbc:mysql://host:port/database");
        }
        int colon = server.lastIndexOf(':');
        boolean hasPort = colon > server.lastIndexOf(']');
        String host = hasPort ? server.substring(0, colon) : server;
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        return new BinlogAddress(
                host.isEmpty() ? "localhost" : host,
                hasPort ? Integer.parseInt(server.substring(colon + 1)) : PORT,
                tls(settings < 0 ? "" : url.substring(settings + 1)));
    }

    private static SSLMode tls(String settings) throws SQLException {
        for (String each : settings.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0 && each.substring(0, equals).equalsIgnoreCase("sslMode")) {
                String mode =
                        each.substring(equals + 1).toUpperCase(Locale.ROOT).replace('-', '_');
                return switch (mode) {
                    case "DISABLED", "DISABLE" -> SSLMode.DISABLED;
                    case "PREFERRED" -> SSLMode.PREFERRED;
                    case "REQUIRED", "TRUST" -> SSLMode.REQUIRED;
                    case "VERIFY_CA" -> SSLMode.VERIFY_CA;
                    case "VERIFY_IDENTITY", "VERIFY_FULL" -> SSLMode.VERIFY_IDENTITY;
                    default -> throw new SQLException("The log is not read with sslMode=" + mode);
                };
            }
        }
        return SSLMode.PREFERRED;
    }
}
