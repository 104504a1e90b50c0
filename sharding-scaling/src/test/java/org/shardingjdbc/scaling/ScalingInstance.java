package org.shardingjdbc.scaling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/**
 * An instance in a process of its own. It does what it is told by lines, and says by lines what its writers try and
 * what was acknowledged to them: {@code try <writer> <key> <user> <amount> ...}, {@code ack <writer>}, {@code undone
 * <writer>}, {@code again <writer>}, {@code wrong <writer> <message>}.
 */
final class ScalingInstance {
    static final long KEYS_OF_AN_INSTANCE = 1_000_000_000L;
    private static final int FETCHED_ROWS = 1_000;
    private static final long KEYS_OF_A_WRITER = 10_000_000L;
    private static final PrintStream ANSWERS = System.out;
    private static final int USERS = 50;
    private static final int SLOWEST = 25;
    /** The instance that switched died in between: nothing is done before another one goes on with the job. */
    private static final List<String> REFUSED = List.of("SHD-7018", "SHD-7013");

    private final ShardingDataSource dataSource;
    private final long number;
    private final List<Thread> writers = new ArrayList<>();
    /** How long each acknowledged write took, in milliseconds, since that was last told. */
    private final Queue<Long> waits = new ConcurrentLinkedQueue<>();

    private volatile boolean ended;

    private ScalingInstance(ShardingDataSource dataSource, long number) {
        this.dataSource = dataSource;
        this.number = number;
    }

    public static void main(String[] arguments) throws Exception {
        // libraries print, too
        System.setOut(System.err);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        YamlConfigurations.load(Path.of(arguments[0]), PlaceholderType.NONE));
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            ScalingInstance instance = new ScalingInstance(dataSource, Long.parseLong(arguments[1]));
            say("open");
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                instance.obey(order);
            }
            instance.end();
        }
    }

    static void say(String line) {
        synchronized (ANSWERS) {
            ANSWERS.println(line);
            ANSWERS.flush();
        }
    }

    private void obey(String order) throws InterruptedException {
        int blank = (order + " ").indexOf(' ');
        String rest = order.substring(Math.min(order.length(), blank + 1));
        switch (order.substring(0, blank)) {
            case "write" -> write(rest.split(" "));
            case "quiet" -> {
                end();
                say("quiet " + told());
            }
            case "waits" -> say("waits " + told());
            // on a thread of its own, as it may take long
            case "do" -> new Thread(() -> say(done(rest)), "does").start();
            case "mend" -> new Thread(() -> say(mended(rest)), "mends").start();
            case "rows" -> say(rows(Path.of(rest)));
            case "status" -> say(status(rest));
            default -> throw new IllegalArgumentException(order);
        }
    }

    /** The number of writes, then of the slowest 25 each one's milliseconds, the longest first. */
    private String told() {
        List<Long> all = new ArrayList<>();
        for (Long each = waits.poll(); each != null; each = waits.poll()) {
            all.add(each);
        }
        all.sort(Comparator.reverseOrder());
        return all.size() + all.stream().limit(SLOWEST).map(each -> " " + each).collect(Collectors.joining());
    }

    private String done(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return "done";
        } catch (SQLException e) {
            return "failed " + oneLine(e);
        }
    }

    /** Statements are refused while a handover is not decided; the job is not. */
    private String mended(String job) {
        try (ScalingJob left = ScalingJob.of(dataSource, job)) {
            left.start();
            return "done";
        } catch (SQLException e) {
            return "failed " + oneLine(e);
        }
    }

    /** Writes the key, the user and the amount of each row to a file, by lines; as they come, for there may be many. */
    private String rows(Path file) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                Writer lines = Files.newBufferedWriter(file)) {
            connection.setAutoCommit(false);
            statement.setFetchSize(FETCHED_ROWS);
            try (ResultSet row = statement.executeQuery("SELECT order_id, user_id, amount FROM t_order")) {
                while (row.next()) {
                    lines.write(row.getString(1) + " " + row.getString(2) + " " + row.getString(3) + "\n");
                }
            }
            connection.commit();
            return "done";
        } catch (SQLException | IOException e) {
            return "failed " + e;
        }
    }

    private static String oneLine(SQLException e) {
        return String.valueOf(e.getMessage()).replace('\n', ' ');
    }

    private String status(String job) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW MIGRATION STATUS '" + job + "'")) {
            if (!row.next()) {
                return "status";
            }
            String error = row.getString("error_message");
            return error == null || error.isEmpty()
                    ? "status " + row.getString("status") + " " + row.getString("active")
                    : "failed " + error.replace('\n', ' ');
        } catch (SQLException e) {
            return "failed " + oneLine(e);
        }
    }

    /** The number of writers; then, if rows that are there are written, too, how many, and of how many instances. */
    private void write(String... order) {
        int count = Integer.parseInt(order[0]);
        long rows = order.length == 1 ? 0 : Long.parseLong(order[1]);
        long stride = order.length == 1 ? 1 : Long.parseLong(order[2]) * count;
        for (int i = 0; i < count; i++) {
            long writer = number * 1_000 + i;
            long first = number * KEYS_OF_AN_INSTANCE + i * KEYS_OF_A_WRITER;
            List<Long> there = new ArrayList<>();
            for (long key = (number - 1) * count + i + 1; key <= rows; key += stride) {
                there.add(key);
            }
            Thread thread = new Thread(() -> write(writer, first, there), "writer-" + writer);
            writers.add(thread);
            thread.start();
        }
    }

    /** Its own rows: new ones, other amounts, other users (and so other data nodes), rows that go, two at a time. */
    private void write(long writer, long first, List<Long> there) {
        SplittableRandom random = new SplittableRandom(writer);
        long next = first;
        while (!ended) {
            int user = random.nextInt(USERS);
            int amount = random.nextInt(100_000);
            int kind = there.isEmpty() ? 0 : random.nextInt(5);
            long old = there.isEmpty() ? 0 : there.get(random.nextInt(there.size()));
            StringBuilder tried = new StringBuilder("try " + writer);
            if (kind < 2 || kind == 4) {
                tried.append(" ")
                        .append(next)
                        .append(" ")
                        .append(user)
                        .append(" ")
                        .append(amount);
            }
            if (kind >= 2) {
                tried.append(" ").append(old).append(kind == 3 ? " - -" : " " + user + " " + amount);
            }
            say(tried.toString());
            long begin = System.nanoTime();
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(kind != 4);
                if (kind < 2 || kind == 4) {
                    execute(
                            connection,
                            "INSERT INTO t_order (order_id, user_id, amount) VALUES (?, ?, ?)",
                            next,
                            user,
                            amount);
                }
                if (kind == 3) {
                    execute(connection, "DELETE FROM t_order WHERE order_id = ?", old);
                } else if (kind >= 2) {
                    execute(
                            connection,
                            "UPDATE t_order SET user_id = ?, amount = ? WHERE order_id = ?",
                            user,
                            amount,
                            old);
                }
                if (kind == 4) {
                    connection.commit();
                }
            } catch (SQLTransactionRollbackException e) {
                // of two writers that wait for each other one is taken back: MySQL locks gaps between rows, too
                say("again " + writer);
                continue;
            } catch (SQLException e) {
                String message = oneLine(e);
                if (REFUSED.stream().anyMatch(message::startsWith)) {
                    say("undone " + writer);
                    pause(50);
                    continue;
                }
                say("wrong " + writer + " " + message);
                return;
            }
            waits.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            say("ack " + writer);
            if (kind < 2 || kind == 4) {
                there.add(next);
                next++;
            }
            if (kind == 3) {
                int place = there.indexOf(old);
                there.set(place, there.get(there.size() - 1));
                there.remove(there.size() - 1);
            }
            pause(2);
        }
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    private void end() throws InterruptedException {
        ended = true;
        for (Thread writer : writers) {
            writer.join();
        }
    }
}
