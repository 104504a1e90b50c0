package org.shardingjdbc.jdbc.internal.deploy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.transaction.TransactionProvider;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.TransactionSource;

/** Pools as types of transactions use them. Stateless. */
public final class TransactionPools {
    private TransactionPools() {}

    /** The data sources of pools. */
    public static List<TransactionSource> sources(Collection<ShardPool> pools) {
        return pools.stream().<TransactionSource>map(PoolSource::new).toList();
    }

    /** Puts what a type of transactions wants around the connections of pools. */
    public static void surround(Collection<ShardPool> pools, TransactionProvider provider) {
        if (provider.isAround()) {
            for (ShardPool pool : pools) {
                TransactionSource source = new PoolSource(pool);
                pool.around(connection -> provider.around(source, connection));
            }
        }
    }

    /**
     * Starts the configured type of transactions.
     *
     * @throws SQLException when it cannot start
     */
    static TransactionTypes start(ShardingConfiguration configuration, Collection<ShardPool> pools)
            throws SQLException {
        TransactionConfiguration transaction = configuration.transaction();
        Map<String, String> properties = new LinkedHashMap<>(transaction.props());
        properties.put(PropKey.LOCAL_CROSS_SHARD.key(), configuration.props().text(PropKey.LOCAL_CROSS_SHARD));
        return new TransactionTypes(
                transaction.defaultType(),
                transaction.providerType(),
                new TransactionSetup(configuration.databaseName(), sources(pools), properties));
    }

    /** A pool as coordinators of transactions know it. Safe for all threads. */
    record PoolSource(ShardPool pool) implements TransactionSource {
        @Override
        public String name() {
            return pool.name();
        }

        @Override
        public @Nullable TwoPhaseCommit twoPhaseCommit() {
            return pool.dialect().twoPhaseCommit();
        }

        @Override
        public Connection open() throws SQLException {
            return pool.openAside();
        }

        @Override
        public Connection openKept() throws SQLException {
            return pool.openKept();
        }
    }
}
