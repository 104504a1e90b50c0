package org.shardingjdbc.dialect.twophase;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * How a database commits in two phases: the statements for one branch of a global transaction. Statements are for the
 * branch's own connection unless it says otherwise.
 */
@Incubating
public interface TwoPhaseCommit {
    /**
     * Begins the branch; nothing may be open on the connection.
     *
     * @return null where a branch begins as any transaction does, with autocommit switched off
     */
    default @Nullable String begin(BranchId branch) {
        return null;
    }

    /** Says that the branch does nothing more; null where the database need not be told. */
    default @Nullable String end(BranchId branch) {
        return null;
    }

    /** Promises that the branch can be committed; after {@link #end}. */
    String prepare(BranchId branch);

    /**
     * Why a statement cannot be executed in a branch.
     *
     * @param words those that it begins with, in upper case, at least four if it has as many
     * @return null when it can, or when the database says so without harm to the branch
     */
    default @Nullable String refuses(List<String> words) {
        return null;
    }

    /** Commits a branch that was ended and not prepared; null where it commits as any transaction does. */
    default @Nullable String commitAtOnce(BranchId branch) {
        return null;
    }

    /** Rolls back a branch that was ended and not prepared; null where it rolls back as any transaction does. */
    default @Nullable String rollbackAtOnce(BranchId branch) {
        return null;
    }

    /**
     * Whether a prepared branch is ended with autocommit on only; elsewhere switching it on may end the branch itself.
     */
    default boolean endsPreparedInAutoCommit() {
        return false;
    }

    /** Commits a prepared branch; on any connection. */
    String commitPrepared(BranchId branch);

    /** Rolls back a prepared branch; on any connection. */
    String rollbackPrepared(BranchId branch);

    /** Whether only the connection that prepared a branch can end it, as long as that connection is open. */
    default boolean preparedBranchesHaveOwner() {
        return false;
    }

    /** The query for all prepared branches of the database, read by {@link #prepared}. */
    String prepared();

    /**
     * The branch in the current row of {@link #prepared()}.
     *
     * @return null when it is none that {@link #prepare} made: a transaction that somebody prepared by hand
     */
    @Nullable
    BranchId prepared(ResultSet row) throws SQLException;

    /**
     * When the branch in the current row of {@link #prepared()} was prepared.
     *
     * @return null where the database does not say
     */
    default @Nullable Instant preparedSince(ResultSet row) throws SQLException {
        return null;
    }

    /** Whether the error says that there is no such branch, or none any more. */
    boolean isUnknownBranch(SQLException error);

    /** What a user needs to be allowed to run {@link #prepared()}, as a remedy; null when everybody is. */
    default @Nullable String neededForPrepared() {
        return null;
    }

    /**
     * What is asked once, before the first transaction, on a connection of the pool.
     *
     * @return a query whose only value says in one row what is missing and how it is given; no row when nothing is;
     *     null when there is nothing to ask
     */
    default @Nullable String asksWhatIsMissing() {
        return null;
    }
}
