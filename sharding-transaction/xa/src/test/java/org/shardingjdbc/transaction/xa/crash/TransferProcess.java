package org.shardingjdbc.transaction.xa.crash;

import java.sql.Connection;
import java.util.HashMap;
import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;

/**
 * Makes transfers until it dies, and prints the number of each when its commit has returned. Arguments: two URLs, user,
 * password, stop point, number of the first transfer, type, provider (empty where the type has none), and its
 * properties, each with its name before it.
 */
final class TransferProcess {
    /** Before the number of a transfer that was acknowledged; others print there too. */
    static final String DONE = "done ";

    private static final int PROPERTIES = 8;
    private static final int WARM = 3;

    private TransferProcess() {}

    public static void main(String[] arguments) throws Exception {
        Accounts accounts = new Accounts(new String[] {arguments[0], arguments[1]}, arguments[2], arguments[3]);
        StopPoint point = StopPoint.valueOf(arguments[4]);
        StoppingDataSource stopping =
                new StoppingDataSource(point, () -> Runtime.getRuntime().halt(1));
        Map<String, String> properties = new HashMap<>();
        for (int i = PROPERTIES; i < arguments.length; i += 2) {
            properties.put(arguments[i], arguments[i + 1]);
        }
        TransactionConfiguration transactions =
                new TransactionConfiguration(arguments[6], arguments[7].isEmpty() ? null : arguments[7], properties);
        try (ShardingDataSource dataSource = accounts.open(transactions, stopping::around);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            int number = Integer.parseInt(arguments[5]);
            for (int i = 0; ; i++) {
                if (i == WARM) {
                    stopping.arm();
                }
                Accounts.transfer(connection, number + i);
                System.out.println(DONE + (number + i));
                System.out.flush();
            }
        }
    }
}
