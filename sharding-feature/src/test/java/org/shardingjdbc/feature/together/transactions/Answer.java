package org.shardingjdbc.feature.together.transactions;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** What an application is told of a step. */
sealed interface Answer {
    /** It went well; {@code told} may be null. */
    record Done(Object told) implements Answer {}

    /**
     * It failed.
     *
     * @param counts of a batch, else null
     */
    record Failed(String state, String message, List<Integer> counts) implements Answer {
        /** Whether only a transaction has what was asked for: some databases take it without. */
        boolean wantsTransaction() {
            return message.startsWith("SHD-6004");
        }

        /** Whether only a transaction with that savepoint has what was asked for: some databases take it without. */
        boolean wantsSavepoint() {
            return message.startsWith("SHD-6005");
        }

        /** Whether it would have written where nothing may. */
        boolean isReadOnly() {
            return "25006".equals(state);
        }

        /** Whether a commit tells that the transaction was rolled back. */
        boolean isRollback() {
            return message.startsWith("SHD-6003");
        }

        /** Whether nothing is left of a batch. */
        boolean undoesBatch() {
            return counts != null && counts.stream().allMatch(count -> count == Statement.EXECUTE_FAILED);
        }
    }

    /** The answer of what is called. */
    static Answer of(Callable<Object> step) {
        try {
            return new Done(step.call());
        } catch (BatchUpdateException e) {
            return new Failed(
                    e.getSQLState(),
                    e.getMessage(),
                    Arrays.stream(e.getUpdateCounts()).boxed().toList());
        } catch (SQLException e) {
            return new Failed(e.getSQLState(), Objects.toString(e.getMessage()), null);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the sharded side may answer so where the plain one answers this. */
    default boolean allows(Answer sharded) {
        if (this instanceof Failed plain && sharded instanceof Failed other) {
            // a driver that sends nothing of a batch may tell no counts
            return Objects.equals(plain.counts(), other.counts()) || plain.counts() == null && other.undoesBatch();
        }
        // a driver that commits what can only be rolled back does not always say so
        boolean silent = this instanceof Done done
                && done.told() == null
                && sharded instanceof Failed other
                && other.isRollback();
        return silent || equals(sharded);
    }
}
