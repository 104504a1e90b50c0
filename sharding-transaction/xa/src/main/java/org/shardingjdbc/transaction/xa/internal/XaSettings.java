package org.shardingjdbc.transaction.xa.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
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
 * @param nodeName unique among those who use the same databases; null where none is configured
 * @param logDirectory where the coordinator writes its decisions down
 * @param rest by names of a coordinator's own
 */
public record XaSettings(int timeoutSeconds, String nodeName, String logDirectory, Map<String, String> rest) {
    private static final String TIMEOUT = "timeout-seconds";
    private static final String NODE = "node-name";
    private static final String LOG = "log-directory";
    /** Names of branches have 64 bytes, and there is more in them. */
    private static final int LONGEST_NODE = 28;

    private static final Set<String> KNOWN = Set.of(TIMEOUT, NODE, LOG);

    /** @throws SQLException when a property has no such value */
    public static XaSettings of(Map<String, String> properties) throws SQLException {
        String node = properties.get(NODE);
        if (node != null && !isName(node)) {
            throw wrong(NODE, node, "1 to " + LONGEST_NODE + " of the characters a-z, A-Z, 0-9, '.', '_' and '-'");
        }
        Map<String, String> rest = new TreeMap<>(properties);
        rest.keySet().removeAll(KNOWN);
        return new XaSettings(
                seconds(properties.getOrDefault(TIMEOUT, "60")),
                node,
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
        throw wrong(TIMEOUT, text, "a number of seconds from 1");
    }

    private static SQLException wrong(String name, String value, String right) {
        return TransactionErrors.of(
                ErrorCode.CONFIGURATION_INVALID,
                "a mistake",
                " transaction.props." + name + " is " + value + ", not " + right);
    }

    private static boolean isName(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_NODE && text.chars().allMatch(XaSettings::isOfName);
    }

    private static boolean isOfName(int character) {
        return character < 128 && (Character.isLetterOrDigit(character) || "._-".indexOf(character) >= 0);
    }

    /** The node's name; where none is configured, the host's. */
    public String node() {
        if (nodeName != null) {
            return nodeName;
        }
        try {
            String host = InetAddress.getLocalHost().getHostName();
            return isName(host) ? host : "node";
        } catch (UnknownHostException e) {
            return "node";
        }
    }

    /** Those whose names begin like that. */
    public Map<String, String> others(String prefix) {
        Map<String, String> found = new TreeMap<>(rest);
        found.keySet().removeIf(name -> !name.startsWith(prefix));
        return found;
    }
}
