package org.shardingjdbc.engine.internal.session;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.run.ExecutionGroup;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;

/**
 * The key that a session of MySQL or MariaDB remembers as the last one. A database keeps the key on the connection that
 * made it. Here the session keeps the key, or knows which branch of its transaction to ask, and gives the key to the
 * connections of a statement that asks for it. One per session; not thread-safe.
 */
public final class LastKey {
    private final SessionState state;
    private final SessionTransactions transactions;
    /** Null when the session does not know the key; 0 as long as no key was made. */
    private @Nullable Number key = 0;
    /** The branch that knows the key, as long as {@link #transaction} lasts; null when no branch knows it. */
    private @Nullable PhysicalConnection branch;

    private @Nullable LogicTransaction transaction;
    /** Null when the drivers returned no keys. */
    private @Nullable GeneratedKeyRows ofDriver;

    LastKey(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    /**
     * Gives the key to the connections on which a statement that asks for it is going to run.
     *
     * @throws SQLException when nobody knows the key
     */
    public void give(LastKeyUse use, ExecutionGroup[] groups) throws SQLException {
        boolean asked = transaction == transactions.current();
        if (branch != null && asked && groups.length == 1 && groups[0].connection() == branch) {
            return;
        }
        if (branch != null && asked) {
            key = ask(branch);
        }
        branch = null;
        if (key == null) {
            LastKeyUse.Place place = Objects.requireNonNull(use.asked(), "the statement asks for the key");
            throw SqlErrors.of(ErrorCode.LAST_STATEMENT_ASKED, place.text(), place.line(), place.column());
        }
        for (ExecutionGroup group : groups) {
            group.opensWith(group.connection().pool().dialect().sessions().settingOfLastKey() + key);
        }
    }

    private static Number ask(PhysicalConnection branch) throws SQLException {
        String query = branch.pool().dialect().sessions().questionOfLastKey();
        try (Statement question = branch.jdbc().createStatement();
                ResultSet answer = question.executeQuery(query)) {
            answer.next();
            return new BigInteger(answer.getString(1));
        }
    }

    /**
     * Whether the driver has to return the key that a statement leaves, as no connection can be asked for it
     * afterwards.
     */
    public boolean isOfDriver(@Nullable LastKeyUse use) {
        return use != null
                && (use.leaves() == LastKeyUse.Leaves.OF_DRIVER
                        || (use.leaves() == LastKeyUse.Leaves.MADE || use.leaves() == LastKeyUse.Leaves.BY_VALUES)
                                && !transactions.isOpen());
    }

    /**
     * The database has made a key for a statement. After a statement on one connection, that connection knows it; after
     * one on several, nobody knows which key is the last.
     */
    public void made() {
        key = null;
        branch = transactions.current() == null ? null : state.last;
        transaction = transactions.current();
    }

    /**
     * A statement that may have made a key was executed. Its connection knows the last key, if it knew the key before.
     */
    public void maybeMade() {
        if (branch == null || branch != state.last) {
            lose();
        }
    }

    /** Notes the keys that drivers returned for an execution, null for none. Whether they count is known only later. */
    public void tell(@Nullable GeneratedKeyRows keys) {
        ofDriver = keys;
    }

    /** A statement has left what its driver returned; nothing changes where that has no key. */
    public void told() {
        if (ofDriver == null) {
            lose();
        } else if (ofDriver.first() != null) {
            know(ofDriver.first());
        }
    }

    /** Forgets the keys that drivers returned, as their execution is over. */
    public void forgetTold() {
        ofDriver = null;
    }

    /**
     * A generator has made keys.
     *
     * @param first the first of them
     */
    public void know(Object first) {
        key = first instanceof Number number ? number : null;
        branch = null;
    }

    /** A statement was executed of which nobody knows which key it left. */
    public void lose() {
        key = null;
        branch = null;
    }
}
