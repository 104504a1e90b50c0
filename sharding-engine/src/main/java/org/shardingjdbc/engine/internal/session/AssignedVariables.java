package org.shardingjdbc.engine.internal.session;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.RuleParts.VariableUse;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * Where statements other than SET left values in user variables. Such a value is on one connection, which the next
 * statement of the session need not get. One per session; not thread-safe.
 */
public final class AssignedVariables {
    /** Where a value was left. {@code transaction} is null outside of a transaction. */
    private record Place(@Nullable Object transaction, int dataSource) {}

    private final SessionState state;
    private final SessionTransactions transactions;
    private final Map<String, Place> left = new HashMap<>();

    AssignedVariables(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    /**
     * Checks a statement before it is executed.
     *
     * @throws ShardingException when the statement reads a value that its connections need not have
     */
    public void check(VariableUse use, ChosenUnits execution) {
        SessionVariables set = state.settings.variables();
        use.read().forEach((name, place) -> {
            Place where = left.get(name);
            if (where != null && !isThere(where, execution)) {
                throw new ShardingException(ErrorCode.LAST_STATEMENT_ASKED, name, place.line(), place.column())
                        .again("Or set it by SET " + name + " = (SELECT ...).");
            }
            if (where == null && execution.size() > 1 && !set.sets("@" + name) && !set.sets(name)) {
                throw new ShardingException(ErrorCode.SESSION_STATE_ACROSS_NODES, name, place.line(), place.column())
                        .again("Or set it by SET.");
            }
        });
    }

    private boolean isThere(Place where, ChosenUnits execution) {
        if (where.transaction() == null || where.transaction() != transactions.current()) {
            return false;
        }
        for (int unit = 0; unit < execution.size(); unit++) {
            if (execution.dataSource(unit) != where.dataSource()) {
                return false;
            }
        }
        return true;
    }

    /** Notes that an executed statement left values. */
    public void leave(VariableUse use, ChosenUnits execution) {
        use.left().forEach(name -> left.put(name, new Place(transactions.current(), execution.dataSource(0))));
    }

    /** Notes that SET gave all connections the variable's value. */
    void set(String name) {
        left.remove(name);
    }
}
