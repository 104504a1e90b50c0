package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import com.atomikos.icatch.jta.TransactionManagerImp;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.Coordinator;
import org.shardingjdbc.transaction.xa.internal.GlobalTransaction;
import org.shardingjdbc.transaction.xa.internal.JtaTransactions;

/**
 * Atomikos. There is one in a JVM, which all sharding data sources and the application share: the first to come starts
 * it, and the last of ours to go shuts it down if one of ours had started it. Safe for all threads.
 */
public final class AtomikosCoordinator implements Coordinator {
    /** Of ours; guarded by the class. */
    private static int users;
    /** Null while the application runs it, or nobody; guarded by the class. */
    private static UserTransactionServiceImp ours;

    private final String name;
    private final JtaTransactions transactions;
    private List<AtomikosResource> resources = List.of();

    private AtomikosCoordinator(String name) {
        this.name = name;
        transactions = new JtaTransactions(TransactionManagerImp.getTransactionManager());
    }

    /**
     * Starts it, if nobody has.
     *
     * @param name of the sharding data source, unique in the JVM
     * @param properties by Atomikos' own names; of no use when it runs already
     */
    public static AtomikosCoordinator open(String name, Properties properties) {
        synchronized (AtomikosCoordinator.class) {
            if (Configuration.getCompositeTransactionManager() == null) {
                UserTransactionServiceImp started = new UserTransactionServiceImp(properties);
                started.init();
                ours = started;
            }
            users++;
            return new AtomikosCoordinator(name);
        }
    }

    @Override
    public synchronized void register(List<TransactionSource> sources) {
        List<AtomikosResource> before = resources;
        List<AtomikosResource> added = sources.stream()
                .map(source -> before.stream()
                        .filter(each -> each.isOf(source))
                        .findAny()
                        .orElseGet(() -> new AtomikosResource(name, source)))
                .toList();
        before.stream()
                .filter(each -> !added.contains(each))
                .forEach(each -> Configuration.removeResource(each.getName()));
        added.stream().filter(each -> !before.contains(each)).forEach(Configuration::addResource);
        resources = added;
    }

    @Override
    public GlobalTransaction begin(int timeoutSeconds) throws SQLException {
        return transactions.begin(timeoutSeconds);
    }

    @Override
    public Optional<Object> surrounding() throws SQLException {
        return transactions.surrounding();
    }

    @Override
    public GlobalTransaction join() throws SQLException {
        return transactions.join();
    }

    @Override
    public synchronized void close() {
        resources.forEach(each -> Configuration.removeResource(each.getName()));
        resources = List.of();
        synchronized (AtomikosCoordinator.class) {
            users--;
            if (users == 0 && ours != null) {
                ours.shutdown(false);
                ours = null;
            }
        }
    }
}
