package org.shardingjdbc.transaction;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/**
 * The part of a transaction on one data source.
 *
 * @param dataSourceName unique in the transaction
 * @param connection stays the branch's until the transaction is over; whoever enlisted it gives it back
 * @param twoPhaseCommit how its database commits in two phases; null when it does not
 */
@Incubating
public record TransactionBranch(
        String dataSourceName,
        Connection connection,
        @Nullable TwoPhaseCommit twoPhaseCommit) {}
