package org.shardingjdbc.transaction.xa.internal;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;

/**
 * What is configured of XA transactions.
 *
 * @param timeoutSeconds after which a transaction can only be rolled back; at least 1
 * @param nodeName unique among those who use the same databases; null for the coordinator's own guess
 * @param logDirectory where the coordinator writes its decisions down
 * @param rest by names of a coordinator's own
 */
public record XaSettings(int timeoutSeconds, String nodeName, String logDirectory, Map<String, String> rest) {
    private static final String TIMEOUT = "timeout-seconds";
    private static final String NODE = "node-name";
    private static final String LOG = "log-directory";
    private static final Set<String> KNOWN = Set.of(TIMEOUT, NODE, LOG);

    /** @throws SQLException when a property has no such value */
    public static XaSettings of(Map<String, String> properties) throws SQLException {
        Map<String, String> rest = new TreeMap<>(properties);
        rest.keySet().removeAll(KNOWN);
        return new XaSettings(
                seconds(properties.getOrDefault(TIMEOUT, "60")),
                properties.get(NODE),
                properties.getOrDefault(LOG, "transaction-logs"),
                rest);
    }

    private static int seconds(String text) throws SQLException {
        try {
            int seconds = Integer.parseInt(text.strip());
            if (seconds > 0) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // as any other wrong value
        }
        throw TransactionErrors.of(
                ErrorCode.CONFIGURATION_INVALID,
                "a mistake",
                " transaction.props." + TIMEOUT + " is " + text + ", not a number of seconds from 1");
    }

    /** Those whose names begin like that. */
    public Map<String, String> others(String prefix) {
        Map<String, String> found = new TreeMap<>(rest);
        found.keySet().removeIf(name -> !name.startsWith(prefix));
        return found;
    }
}
