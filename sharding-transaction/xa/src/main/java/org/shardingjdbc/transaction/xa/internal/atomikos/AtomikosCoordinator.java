package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.jta.TransactionManagerImp;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.Coordinator;
import org.shardingjdbc.transaction.xa.internal.GlobalTransaction;
import org.shardingjdbc.transaction.xa.internal.JtaTransactions;
import org.shardingjdbc.transaction.xa.internal.XaBranch;
import org.shardingjdbc.transaction.xa.internal.XaSettings;

/** Atomikos as one sharding data source uses it. Safe for all threads. */
public final class AtomikosCoordinator implements Coordinator {
    private final String name;
    /** Null where the application has a coordinator of its own, which ends what it left. */
    private final NodeLog log;

    /** As {@link #log}. */
    private final OwnTransactions own;

    private final JtaTransactions transactions;
    private volatile List<AtomikosResource> resources = List.of();

    private AtomikosCoordinator(String name, NodeLog log, OwnTransactions own) {
        this.name = name;
        this.log = log;
        this.own = own;
        transactions = new JtaTransactions(TransactionManagerImp.getTransactionManager());
    }

    /**
     * Starts it, if nobody has.
     *
     * @param name of the sharding data source, unique in the JVM
     * @param settings of no use when it runs already
     * @param logSource where its log is; null for a directory
     * @throws SQLException when its log cannot be used
     */
    public static AtomikosCoordinator open(String name, XaSettings settings, TransactionSource logSource)
            throws SQLException {
        NodeLog log = AtomikosOfJvm.enter(settings, logSource);
        return new AtomikosCoordinator(name, log, AtomikosOfJvm.transactions());
    }

    @Override
    public synchronized void register(List<TransactionSource> sources) throws SQLException {
        if (log != null) {
            log.use(name, sources);
        }
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
        if (log == null) {
            return transactions.begin(timeoutSeconds);
        }
        log.checkActive();
        return new OwnTransaction(own, timeoutSeconds, this::resourceOf);
    }

    /** Null where it is not registered. */
    private AtomikosResource resourceOf(XaBranch branch) {
        for (AtomikosResource each : resources) {
            if (each.isOf(branch.source())) {
                return each;
            }
        }
        return null;
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
    public Owner ownerOf(BranchId branch) throws SQLException {
        return log == null ? Owner.UNKNOWN : log.ownerOf(branch);
    }

    @Override
    public synchronized void close() {
        resources.forEach(each -> Configuration.removeResource(each.getName()));
        if (log != null) {
            log.forget(name, resources.stream().map(AtomikosResource::source).toList());
        }
        resources = List.of();
        AtomikosOfJvm.leave();
    }
}
