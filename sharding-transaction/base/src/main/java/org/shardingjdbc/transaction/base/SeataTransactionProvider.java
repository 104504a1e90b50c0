package org.shardingjdbc.transaction.base;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.seata.core.context.RootContext;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.SurroundedConnection;
import org.shardingjdbc.transaction.TransactionProvider;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.base.internal.AtConnection;
import org.shardingjdbc.transaction.base.internal.AtSources;
import org.shardingjdbc.transaction.base.internal.BaseTransaction;
import org.shardingjdbc.transaction.base.internal.SeataClient;
import org.shardingjdbc.transaction.base.internal.SeataSettings;

/**
 * BASE transactions by Seata's AT mode: every data source commits by itself, with a record of what the rows were, and
 * Seata's server has them written back where another data source could not commit. Properties of the configuration:
 * {@code server-addresses} ({@code 127.0.0.1:8091}; several separated by commas), {@code application-id}
 * ({@code sharding-jdbc}), {@code transaction-service-group} ({@code default_tx_group}), {@code timeout-seconds} (60).
 * Names that begin with {@code seata.} are handed to Seata's client without that prefix. Where the class path has a
 * {@code registry.conf}, or the application runs Seata's client itself, that configuration counts instead. Safe for all
 * threads.
 */
public final class SeataTransactionProvider implements TransactionProvider {
    private volatile SeataSettings settings;
    private volatile AtSources sources;
    private volatile SeataClient client;

    @Override
    public boolean mayBeSurrounded() {
        return false;
    }

    @Override
    public String type() {
        return "BASE";
    }

    @Override
    public String name() {
        return "Seata";
    }

    @Override
    public void start(TransactionSetup setup) throws SQLException {
        settings = SeataSettings.of(setup.properties());
        AtSources.check(setup.sources());
        client = SeataClient.open(settings);
        boolean done = false;
        try {
            sources = new AtSources();
            sources.use(setup.sources());
            done = true;
        } finally {
            if (!done) {
                client.close();
            }
        }
    }

    @Override
    public void changed(List<TransactionSource> next) throws SQLException {
        AtSources.check(next);
        sources.use(next);
    }

    @Override
    public boolean isAround() {
        return true;
    }

    @Override
    public SurroundedConnection around(TransactionSource source, Connection pooled) {
        return AtConnection.around(sources.of(source), pooled);
    }

    /** Part of the global transaction that the thread is in, or one of its own. */
    @Override
    public ShardingTransaction begin() {
        return new BaseTransaction(settings, RootContext.getXID());
    }

    @Override
    public void close() {
        AtSources used = sources;
        if (used != null) {
            used.close();
        }
        SeataClient open = client;
        if (open != null) {
            open.close();
        }
    }
}
