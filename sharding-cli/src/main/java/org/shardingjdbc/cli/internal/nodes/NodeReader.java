package org.shardingjdbc.cli.internal.nodes;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Node;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Source;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Table;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/**
 * Asks the databases what they hold. Data sources are counted side by side, a table at a time in each. One per look;
 * read by one thread, cancelled by any.
 */
public final class NodeReader {
    private static final int MOST_THREADS = 8;

    private final ShardingDataSource dataSource;
    private final ShardingConfiguration configuration;
    private final Set<Statement> running = ConcurrentHashMap.newKeySet();
    private final AtomicInteger counted = new AtomicInteger();
    private volatile boolean cancelled;

    /** Told how far the counting is, by any thread. */
    public interface Progress {
        /** Another one was counted. */
        void counted(int done, int all);
    }

    /** A reader of the databases of that data source. */
    public NodeReader(ShardingDataSource dataSource, ShardingConfiguration configuration) {
        this.dataSource = dataSource;
        this.configuration = configuration;
    }

    /**
     * Finds the data nodes, and counts their rows.
     *
     * @param only names of logic tables, compared without case; empty for all
     * @param timeoutSeconds for each count; 0 to count nothing
     */
    public NodeMap read(Set<String> only, int timeoutSeconds, Progress progress) throws SQLException {
        List<Table> tables = new ArrayList<>();
        try (Connection connection = dataSource.getConnection()) {
            for (LogicTables.FoundTable found :
                    LogicTables.of(configuration, connection).values()) {
                if (only.isEmpty() || only.stream().anyMatch(found.name()::equalsIgnoreCase)) {
                    tables.add(table(found));
                }
            }
        }
        return new NodeMap(sources(), timeoutSeconds == 0 ? tables : count(tables, timeoutSeconds, progress));
    }

    private Table table(LogicTables.FoundTable found) throws SQLException {
        List<Node> nodes = new ArrayList<>();
        for (String node : dataSource.dataNodes(found.name())) {
            int dot = node.indexOf('.');
            nodes.add(new Node(node.substring(0, dot), node.substring(dot + 1), NodeMap.NOT_COUNTED, null));
        }
        return new Table(found.name(), found.kind(), found.strategy(), nodes);
    }

    private List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        dataSource.dataSources().forEach((name, pool) -> {
            try (Connection connection = pool.getConnection()) {
                sources.add(new Source(
                        name,
                        connection.getMetaData().getDatabaseProductName(),
                        place(connection.getMetaData().getURL())));
            } catch (SQLException e) {
                sources.add(new Source(name, "cannot be reached", ""));
            }
        });
        return sources;
    }

    /** The URL without properties and users, among which passwords may be. */
    static String place(String url) {
        if (url == null) {
            return "";
        }
        int end = url.length();
        for (char c : new char[] {'?', ';'}) {
            int at = url.indexOf(c);
            end = at >= 0 ? Math.min(end, at) : end;
        }
        String place = url.substring(0, end);
        int user = place.lastIndexOf('@');
        int slashes = place.indexOf("//");
        if (user < 0) {
            return place;
        }
        return slashes >= 0 && slashes < user ? place.substring(0, slashes + 2) + place.substring(user + 1) : "";
    }

    private List<Table> count(List<Table> tables, int timeoutSeconds, Progress progress) throws SQLException {
        Map<String, List<Node>> bySource = new LinkedHashMap<>();
        int all = 0;
        for (Table table : tables) {
            for (Node node : table.nodes()) {
                bySource.computeIfAbsent(node.dataSource(), name -> new ArrayList<>())
                        .add(node);
                all++;
            }
        }
        int total = all;
        Map<Node, Node> results = new ConcurrentHashMap<>();
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.max(1, Math.min(MOST_THREADS, bySource.size())), NodeReader::thread);
        try {
            List<Future<?>> work = new ArrayList<>();
            bySource.forEach((name, nodes) -> work.add(threads.submit(() -> nodes.forEach(node -> {
                results.put(node, counted(node, timeoutSeconds));
                progress.counted(counted.incrementAndGet(), total);
            }))));
            for (Future<?> each : work) {
                each.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel();
            throw new SQLException("Interrupted while rows were counted", "57014", e);
        } catch (ExecutionException e) {
            throw new SQLException(String.valueOf(e.getCause()), e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return tables.stream()
                .map(table -> new Table(
                        table.name(),
                        table.kind(),
                        table.strategy(),
                        table.nodes().stream().map(results::get).toList()))
                .toList();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "sharding-count");
        thread.setDaemon(true);
        return thread;
    }

    private Node counted(Node node, int timeoutSeconds) {
        if (cancelled) {
            return new Node(node.dataSource(), node.actualTable(), NodeMap.NOT_COUNTED, "cancelled");
        }
        DataSource pool = Objects.requireNonNull(dataSource.dataSources().get(node.dataSource()));
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            running.add(statement);
            statement.setQueryTimeout(timeoutSeconds);
            String name = quoted(node.actualTable(), connection.getMetaData().getIdentifierQuoteString());
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + name)) {
                rows.next();
                return new Node(node.dataSource(), node.actualTable(), rows.getLong(1), null);
            } finally {
                running.remove(statement);
            }
        } catch (SQLException e) {
            return new Node(node.dataSource(), node.actualTable(), NodeMap.NOT_COUNTED, e.getMessage());
        }
    }

    /** A plain name stays as it is, so that the database finds it in its own case. */
    private static String quoted(String name, String quote) {
        boolean plain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '$');
        return plain || quote.isBlank() ? name : quote + name.replace(quote, quote + quote) + quote;
    }

    /** Stops counting; what was counted stays. */
    public void cancel() {
        cancelled = true;
        for (Statement statement : running) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // it ends by itself, or by its time-out
                continue;
            }
        }
    }
}
