package org.shardingjdbc.transaction.base.internal;

import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;

/**
 * What the configuration says of Seata's client.
 *
 * @param serverAddresses host:port, several separated by commas
 * @param applicationId by which the server knows the application
 * @param group the transaction service group
 * @param timeoutSeconds after which the server rolls a transaction back
 * @param others the client's own, by its names
 */
public record SeataSettings(
        String serverAddresses, String applicationId, String group, int timeoutSeconds, Map<String, String> others) {
    private static final String OTHERS = "seata.";

    /** @throws SQLException when one of them is no number */
    public static SeataSettings of(Map<String, String> properties) throws SQLException {
        Map<String, String> others = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(OTHERS)) {
                others.put(name.substring(OTHERS.length()), value);
            }
        });
        return new SeataSettings(
                properties.getOrDefault("server-addresses", "127.0.0.1:8091").replace(',', ';'),
                properties.getOrDefault("application-id", "sharding-jdbc"),
                properties.getOrDefault("transaction-service-group", "default_tx_group"),
                seconds(properties.getOrDefault("timeout-seconds", "60")),
                Map.copyOf(others));
    }

    private static int seconds(String text) throws SQLException {
        try {
            int seconds = Integer.parseInt(text.trim());
            if (seconds > 0) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw TransactionErrors.of(
                ErrorCode.TRANSACTION_COORDINATOR, "timeout-seconds must be a number above 0, but is " + text);
    }
}
