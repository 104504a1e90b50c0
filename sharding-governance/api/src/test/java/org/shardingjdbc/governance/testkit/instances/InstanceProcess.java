package org.shardingjdbc.governance.testkit.instances;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/**
 * An instance that writes and reads until it is told to stop, or dies. Its argument is the file with its configuration.
 * It reads a line for each thing it shall do, and answers with a line each: {@code change <file>}, {@code state},
 * {@code stop}. What its sellers do stands in lines between.
 */
final class InstanceProcess {
    /** It runs. */
    static final String READY = "ready";
    /** Before the version that was made of a change. */
    static final String CHANGED = "changed ";
    /** Before the message of a change that was refused. */
    static final String REFUSED = "refused ";
    /** Before the version, how many nodes the table of the changes has, and whether the registry answers. */
    static final String STATE = "state ";
    /** It has stopped. */
    static final String STOPPED = "stopped";
    /** The table whose nodes say which change counts. */
    static final String CHANGING_TABLE = "t_changing";

    private static final int SELLERS = 2;

    private InstanceProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(arguments[0]))) {
            List<Seller> sellers = new ArrayList<>();
            for (int i = 0; i < SELLERS; i++) {
                sellers.add(new Seller(dataSource));
            }
            sellers.forEach(Thread::start);
            say(READY);
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String order = orders.readLine(); order != null && !"stop".equals(order); order = orders.readLine()) {
                say(
                        "state".equals(order)
                                ? state(dataSource)
                                : change(dataSource, order.substring("change ".length())));
            }
            for (Seller each : sellers) {
                each.end();
                each.join();
            }
        }
        say(STOPPED);
    }

    private static ShardingConfiguration configuration(String file) throws IOException {
        return YamlConfigurations.parse(Files.readString(Path.of(file)), file, PlaceholderType.NONE);
    }

    private static String state(ShardingDataSource dataSource) throws SQLException {
        return STATE + dataSource.governance().version() + " "
                + dataSource.dataNodes(CHANGING_TABLE).size() + " "
                + dataSource.governance().isConnected();
    }

    private static String change(ShardingDataSource dataSource, String file) throws IOException {
        try {
            dataSource.reconfigure(configuration(file));
            return CHANGED + dataSource.governance().version();
        } catch (SQLException e) {
            return REFUSED + e.getMessage().lines().findFirst().orElse("");
        }
    }

    /** A line at once, and whole, whoever else says something. */
    static void say(String line) {
        synchronized (System.out) {
            System.out.println(line);
            System.out.flush();
        }
    }
}
