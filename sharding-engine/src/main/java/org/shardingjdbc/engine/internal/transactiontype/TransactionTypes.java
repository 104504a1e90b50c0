package org.shardingjdbc.engine.internal.transactiontype;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.transaction.BranchInDoubt;
import org.shardingjdbc.transaction.TransactionProvider;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.TransactionSource;

/**
 * The transaction types of one sharding data source: that of its configuration, started with it, and others when a
 * connection first asks for them. Safe for all threads.
 */
public final class TransactionTypes implements AutoCloseable {
    private final String configuredType;
    private final @Nullable String configuredName;
    private final Map<String, TransactionProvider> started = new HashMap<>();
    private final TransactionProvider byDefault;
    private TransactionSetup setup;
    private boolean closed;

    /**
     * Starts the configured type.
     *
     * @param type as it is configured
     * @param name which provider of that type; without one its only one
     * @throws ShardingException when there is no such type on the class path
     * @throws SQLException when it cannot start
     */
    public TransactionTypes(String type, @Nullable String name, TransactionSetup setup) throws SQLException {
        configuredType = type.toUpperCase(Locale.ROOT);
        configuredName = name;
        this.setup = setup;
        byDefault = of(configuredType);
    }

    /** That of the configuration. */
    public TransactionProvider byDefault() {
        return byDefault;
    }

    /**
     * The provider of a type, started if need be.
     *
     * @throws ShardingException when there is no such type on the class path
     * @throws SQLException when it cannot start, or the data source is closed
     */
    public synchronized TransactionProvider of(String type) throws SQLException {
        String key = type.toUpperCase(Locale.ROOT);
        TransactionProvider known = started.get(key);
        if (known != null) {
            return known;
        }
        if (closed) {
            // nobody would close what is started now
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
        TransactionProvider found = TransactionProviders.load(key, key.equals(configuredType) ? configuredName : null);
        if (found.isAround() && !key.equals(configuredType)) {
            throw new ShardingException(ErrorCode.TRANSACTION_TYPE_NOT_CONFIGURED, found.type());
        }
        found.start(setup);
        started.put(key, found);
        return found;
    }

    /**
     * The data sources are others from now on.
     *
     * @throws SQLException when a type cannot work with one; it goes on with those that it had
     */
    public synchronized void changed(List<TransactionSource> sources) throws SQLException {
        for (TransactionProvider provider : started.values()) {
            provider.changed(sources);
        }
        setup = new TransactionSetup(setup.name(), sources, setup.properties());
    }

    /**
     * The branches that are prepared and wait for a decision, of all types that are started.
     *
     * @throws SQLException when a database cannot be asked
     */
    public synchronized List<BranchInDoubt> inDoubt() throws SQLException {
        List<BranchInDoubt> found = new ArrayList<>();
        for (TransactionProvider provider : started.values()) {
            found.addAll(provider.inDoubt());
        }
        return found;
    }

    /** Closes all that are started, whatever fails meanwhile; no other one is started from now on. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            List<Runnable> steps = new ArrayList<>();
            started.values().forEach(provider -> steps.add(provider::close));
            Closing.all(steps);
        }
    }
}
