package org.shardingjdbc.transaction.xa;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.BranchInDoubt;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionProvider;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.Coordinator;
import org.shardingjdbc.transaction.xa.internal.XaSettings;
import org.shardingjdbc.transaction.xa.internal.XaTransactions;
import org.shardingjdbc.transaction.xa.internal.narayana.NarayanaCoordinator;

/**
 * XA transactions by Narayana, which the application brings: {@code org.jboss.narayana.jta:narayana-jta} and
 * {@code org.jboss.logging:jboss-logging}. Properties of the configuration: {@code timeout-seconds} (60), after which a
 * transaction can only be rolled back; {@code node-name}, unique among all that use the same databases, of at most 28
 * bytes (without it one that is made once and kept in the log directory); {@code log-directory}
 * ({@code transaction-logs}), where decisions are written down, of this node only. Narayana has one of each in a JVM,
 * as long as that runs; where the application has configured Narayana itself, only the time-out counts. Safe for all
 * threads.
 */
public final class NarayanaTransactionProvider implements TransactionProvider {
    private volatile XaTransactions transactions;

    @Override
    public String type() {
        return "XA";
    }

    @Override
    public String name() {
        return "Narayana";
    }

    @Override
    public boolean isTwoPhase() {
        return true;
    }

    @Override
    public void start(TransactionSetup setup) throws SQLException {
        XaSettings settings = XaSettings.of(setup.properties());
        settings.requireDirectory(name());
        XaTransactions opened =
                new XaTransactions(setup.name(), open(setup.name(), settings), settings.timeoutSeconds());
        boolean done = false;
        try {
            opened.use(setup.sources());
            transactions = opened;
            done = true;
        } finally {
            if (!done) {
                opened.close();
            }
        }
    }

    private static Coordinator open(String name, XaSettings settings) throws SQLException {
        try {
            return NarayanaCoordinator.open(name, settings);
        } catch (NoClassDefFoundError e) {
            throw TransactionErrors.causedBy(
                    e,
                    ErrorCode.CONFIGURATION_INVALID,
                    "a transaction.providerType whose library is not on the class path",
                    " Narayana is in the artifacts org.jboss.narayana.jta:narayana-jta and"
                            + " org.jboss.logging:jboss-logging (looked for " + e.getMessage() + ")");
        }
    }

    @Override
    public void changed(List<TransactionSource> sources) throws SQLException {
        transactions.use(sources);
    }

    @Override
    public ShardingTransaction begin() throws SQLException {
        return transactions.begin();
    }

    @Override
    public Optional<Object> surrounding() throws SQLException {
        return transactions.surrounding();
    }

    @Override
    public ShardingTransaction join() throws SQLException {
        return transactions.join();
    }

    @Override
    public List<BranchInDoubt> inDoubt() throws SQLException {
        return transactions.inDoubt();
    }

    @Override
    public void close() {
        XaTransactions open = transactions;
        if (open != null) {
            open.close();
        }
    }
}
