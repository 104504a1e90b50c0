package org.shardingjdbc.jdbc.internal.deploy;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.transaction.TransactionSource;

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
