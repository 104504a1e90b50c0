package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.jta.TransactionManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.Coordinator;
import org.shardingjdbc.transaction.xa.internal.GlobalTransaction;
import org.shardingjdbc.transaction.xa.internal.JtaTransactions;
import org.shardingjdbc.transaction.xa.internal.XaSettings;

/** Narayana for one sharding data source. Safe for all threads. */
public final class NarayanaCoordinator implements Coordinator {
    private final NarayanaOfJvm narayana;
    private final RecoveryOfSources recovery;
    private final JtaTransactions transactions;

    private NarayanaCoordinator(String name, NarayanaOfJvm narayana) {
        this.narayana = narayana;
        recovery = new RecoveryOfSources(name);
        transactions = new JtaTransactions(TransactionManager.transactionManager());
    }

    /**
     * Configures and starts it, if nobody has.
     *
     * @param name of the sharding data source, unique in the JVM
     * @throws SQLException when it runs here with others, or its log directory is in use by another process
     */
    public static NarayanaCoordinator open(String name, XaSettings settings) throws SQLException {
        NarayanaOfJvm narayana = NarayanaOfJvm.use(settings);
        NarayanaCoordinator opened = new NarayanaCoordinator(name, narayana);
        narayana.scans().add(opened.recovery);
        return opened;
    }

    @Override
    public void register(List<TransactionSource> sources) throws SQLException {
        if (narayana.isOfOneProcess()) {
            EarlierProcesses.end(sources);
        }
        recovery.of(sources);
        narayana.scans().soon();
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
    public Owner ownerOf(BranchId branch) throws SQLException {
        return EarlierProcesses.ownerOf(branch);
    }

    @Override
    public void close() {
        narayana.scans().remove(recovery);
        narayana.leave();
    }
}
