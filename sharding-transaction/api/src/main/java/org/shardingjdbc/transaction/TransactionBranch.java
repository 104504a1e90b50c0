package org.shardingjdbc.transaction;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/**
 * The part of a transaction on one data source.
 *
 * @param dataSourceName unique in the transaction
 * @param connection belongs to the branch until the transaction is over; the caller that enlisted it then gives it back
 * @param twoPhaseCommit how its database commits in two phases; null when it does not
 */
@Incubating
public record TransactionBranch(
        String dataSourceName,
        Connection connection,
        @Nullable TwoPhaseCommit twoPhaseCommit) {}
