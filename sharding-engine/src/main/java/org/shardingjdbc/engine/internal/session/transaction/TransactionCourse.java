package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.TransactionState;

/**
 * What the transaction of a session did so far, for the choice of databases and for the reading of tables. One per
 * session; used by one thread at a time.
 */
public final class TransactionCourse {
    /** Whether statements of the transaction may have written. */
    private boolean mayHaveWritten;
    /**
     * Whether statements of the transaction may have locked whole tables, or defined what only the transaction sees.
     */
    private boolean mayLockTables;
    /** Whether the transaction, or the next one, was declared read-only; null where nothing was declared. */
    private @Nullable Boolean declaredReadOnly;
    /** Null until it is asked for. */
    private @Nullable RememberedChoices choices;

    /** A statement of a transaction is about to be executed. */
    public void begins(StatementClass statementClass) {
        mayLockTables |= statementClass == StatementClass.DEFINITION || statementClass.isUnknown();
    }

    /** The next execution in the transaction does that. */
    public void willUse(BranchUse next) {
        mayHaveWritten |= next.ordinal() >= BranchUse.DEFINE.ordinal();
    }

    /** Whether statements may have locked whole tables, or defined what only the transaction sees. */
    public boolean mayLockTables() {
        return mayLockTables;
    }

    /** What the open transaction did, including the statement that is about to be executed. */
    public TransactionState state() {
        return mayHaveWritten ? TransactionState.WRITING : TransactionState.READING;
    }

    /** Declares the transaction, or the next one, read-only or not, whatever the session is. */
    public void declare(boolean readOnly) {
        declaredReadOnly = readOnly;
    }

    /**
     * The choices that the open transaction remembers.
     *
     * @param sessionReadOnly whether the session is read-only; null where that was not set
     * @param elsewhere whether branches on further databases do no harm
     */
    public RememberedChoices choices(@Nullable Boolean sessionReadOnly, boolean elsewhere) {
        if (choices == null) {
            @Nullable Boolean readOnly = declaredReadOnly == null ? sessionReadOnly : declaredReadOnly;
            choices = new RememberedChoices(readOnly != null && readOnly, elsewhere);
        }
        return choices;
    }

    /**
     * Asks the choice of databases whether the transaction can be committed.
     *
     * @param choice null where there is none
     * @return why the transaction must be rolled back; null where it need not
     */
    public @Nullable SQLException refusesCommit(@Nullable DataSourceChoice choice) {
        if (choice == null || choices == null) {
            return null;
        }
        try {
            choice.beforeCommit(choices);
            return null;
        } catch (ShardingException refused) {
            return SqlErrors.from(refused);
        }
    }

    /** The transaction is over. */
    public void over() {
        mayLockTables = false;
        mayHaveWritten = false;
        declaredReadOnly = null;
        choices = null;
    }
}
