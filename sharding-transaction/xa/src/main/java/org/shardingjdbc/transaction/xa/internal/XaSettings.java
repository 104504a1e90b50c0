package org.shardingjdbc.transaction.xa.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;

/**
 * What is configured of XA transactions.
 *
 * @param timeoutSeconds after which a transaction can only be rolled back; at least 1
 * @param nodeName unique among those who use the same databases; null where none is configured
 * @param logDirectory where the coordinator writes its decisions down
 * @param logDataSource in which data source it writes them instead, so that other processes can take over; or null
 * @param logLeaseSeconds for which a process must not have beaten there before another takes over; at least 1
 * @param rest by names of a coordinator's own
 */
public record XaSettings(
        int timeoutSeconds,
        String nodeName,
        String logDirectory,
        String logDataSource,
        int logLeaseSeconds,
        Map<String, String> rest) {
    private static final String TIMEOUT = "timeout-seconds";
    private static final String NODE = "node-name";
    private static final String LOG = "log-directory";
    private static final String LOG_SOURCE = "log-data-source";
    private static final String LEASE = "log-lease-seconds";
    /** Names of branches have 64 bytes, and there is more in them. */
    private static final int LONGEST_NODE = 28;

    private static final Set<String> KNOWN = Set.of(TIMEOUT, NODE, LOG, LOG_SOURCE, LEASE);

    /** @throws SQLException when a property has no such value */
    public static XaSettings of(Map<String, String> properties) throws SQLException {
        String node = properties.get(NODE);
        if (node != null && !isName(node)) {
            throw wrong(NODE, node, "1 to " + LONGEST_NODE + " of the characters a-z, A-Z, 0-9, '.', '_' and '-'");
        }
        Map<String, String> rest = new TreeMap<>(properties);
        rest.keySet().removeAll(KNOWN);
        return new XaSettings(
                seconds(TIMEOUT, properties.getOrDefault(TIMEOUT, "60")),
                node,
                properties.getOrDefault(LOG, "transaction-logs"),
                properties.get(LOG_SOURCE),
                seconds(LEASE, properties.getOrDefault(LEASE, "15")),
                rest);
    }

    private static int seconds(String name, String text) throws SQLException {
        try {
            int seconds = Integer.parseInt(text.strip());
            if (seconds > 0) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // as any other wrong value
        }
        throw wrong(name, text, "a number of seconds from 1");
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

    /**
     * The data source of the log.
     *
     * @return null for a directory
     * @throws SQLException when there is none of that name
     */
    public TransactionSource logSource(List<TransactionSource> sources) throws SQLException {
        if (logDataSource == null) {
            return null;
        }
        for (TransactionSource source : sources) {
            if (source.name().equals(logDataSource)) {
                return source;
            }
        }
        throw wrong(
                LOG_SOURCE,
                logDataSource,
                "one of the data sources "
                        + sources.stream().map(TransactionSource::name).sorted().toList());
    }

    /** @throws SQLException when the log is to be in a data source, which that coordinator cannot do */
    public void requireDirectory(String coordinator) throws SQLException {
        if (logDataSource != null) {
            throw wrong(
                    LOG_SOURCE,
                    logDataSource,
                    "for " + coordinator + ", which writes into " + LOG + "; providerType: Atomikos can");
        }
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
