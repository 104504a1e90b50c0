package org.shardingjdbc.engine.internal.session;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.run.ExecutionGroup;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;

/**
 * The key that a session of MySQL or MariaDB remembers as the last one. A database keeps it on the connection that made
 * it; here the session knows it, or knows which branch of its transaction to ask, and gives it to the connections of a
 * statement that asks. One per session; not thread-safe.
 */
public final class LastKey {
    private final SessionState state;
    private final SessionTransactions transactions;
    /** Null when it is not known here; as long as nothing was made it is 0. */
    private Number key = 0;
    /** Who knows it, as long as that transaction lasts; null when nobody does. */
    private PhysicalConnection branch;

    private LogicTransaction transaction;
    /** Null when the drivers told nothing. */
    private GeneratedKeyRows ofDriver;

    LastKey(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    /**
     * Gives it to the connections on which a statement that asks for it is going to run.
     *
     * @throws SQLException when nobody knows it
     */
    public void give(LastKeyUse use, ExecutionGroup[] groups) throws SQLException {
        boolean asked = branch != null && transaction == transactions.current();
        if (asked && groups.length == 1 && groups[0].connection() == branch) {
            return;
        }
        if (asked) {
            key = ask();
        }
        branch = null;
        if (key == null) {
            LastKeyUse.Place place = use.asked();
            throw SqlErrors.of(ErrorCode.LAST_STATEMENT_ASKED, place.text(), place.line(), place.column());
        }
        for (ExecutionGroup group : groups) {
            group.opensWith(group.connection().pool().dialect().sessions().settingOfLastKey() + key);
        }
    }

    private Number ask() throws SQLException {
        String query = branch.pool().dialect().sessions().questionOfLastKey();
        try (Statement question = branch.jdbc().createStatement();
                ResultSet answer = question.executeQuery(query)) {
            answer.next();
            return new BigInteger(answer.getString(1));
        }
    }

    /** Whether the driver has to tell what a statement leaves, as nobody can be asked for it afterwards. */
    public boolean isOfDriver(LastKeyUse use) {
        return use != null
                && (use.leaves() == LastKeyUse.Leaves.OF_DRIVER
                        || (use.leaves() == LastKeyUse.Leaves.MADE || use.leaves() == LastKeyUse.Leaves.BY_VALUES)
                                && !transactions.isOpen());
    }

    /**
     * The database has made a key for a statement that ran on one connection; on several, nobody knows which is last.
     */
    public void made() {
        key = null;
        branch = transactions.current() == null ? null : state.last;
        transaction = transactions.current();
    }

    /** A statement ran that may have made one: its connection knows, where it knew before. */
    public void maybeMade() {
        if (branch == null || branch != state.last) {
            lose();
        }
    }

    /** What drivers told of the keys of an execution, null for nothing; before it is known whether that counts. */
    public void tell(GeneratedKeyRows keys) {
        ofDriver = keys;
    }

    /** A statement has left what its driver told; nothing where that told no key. */
    public void told() {
        if (ofDriver == null) {
            lose();
        } else if (ofDriver.first() != null) {
            know(ofDriver.first());
        }
    }

    /** What was told was of an execution that is over. */
    public void forgetTold() {
        ofDriver = null;
    }

    /** A generator has made keys of which that is the first. */
    public void know(Object first) {
        key = first instanceof Number number ? number : null;
        branch = null;
    }

    /** Something was executed of which nobody knows what it left. */
    public void lose() {
        key = null;
        branch = null;
    }
}
