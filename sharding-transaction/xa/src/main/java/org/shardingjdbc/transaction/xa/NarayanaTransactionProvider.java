package org.shardingjdbc.transaction.xa;

import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.xa.internal.Coordinator;
import org.shardingjdbc.transaction.xa.internal.XaSettings;
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
public final class NarayanaTransactionProvider extends CoordinatedTransactions {
    @Override
    public String name() {
        return "Narayana";
    }

    @Override
    Coordinator open(TransactionSetup setup, XaSettings settings) throws SQLException {
        settings.requireDirectory(name());
        try {
            return NarayanaCoordinator.open(setup.name(), settings);
        } catch (NoClassDefFoundError e) {
            throw TransactionErrors.causedBy(
                    e,
                    ErrorCode.CONFIGURATION_INVALID,
                    "a transaction.providerType whose library is not on the class path",
                    " Narayana is in the artifacts org.jboss.narayana.jta:narayana-jta and"
                            + " org.jboss.logging:jboss-logging (looked for " + e.getMessage() + ")");
        }
    }
}
