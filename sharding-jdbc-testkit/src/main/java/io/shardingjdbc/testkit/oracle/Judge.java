package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.Difference;
import io.shardingjdbc.testkit.Outcome;
import io.shardingjdbc.testkit.RowOrder;
import io.shardingjdbc.testkit.Tolerance;
import io.shardingjdbc.testkit.oracle.Verdict.Kind;
import java.sql.SQLException;

/** Compares the two answers of a statement. Immutable. */
final class Judge {
    private static final int FIRST_REFUSAL = 2000;
    private static final int LAST_REFUSAL = 4999;
    private static final int NOT_UNDERSTOOD = 1002;

    private final boolean foldsTexts;

    /** @param schema says whether texts that look different may be equal */
    Judge(SchemaModel schema) {
        foldsTexts = TextFolding.isNeeded(schema);
    }

    Verdict judge(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        if (sharded instanceof Outcome.Failure failure) {
            SQLException e = failure.exception();
            if (plain instanceof Outcome.Failure) {
                return new Verdict(Kind.INVALID, 0, "");
            }
            return isRefusal(e)
                    ? new Verdict(Kind.REFUSED, e.getErrorCode(), e.getMessage())
                    : Verdict.different("only the sharded database fails: " + e);
        }
        if (plain instanceof Outcome.Failure failure) {
            return new Verdict(Kind.LAXER, 0, "only the plain database fails: " + failure.exception());
        }
        String difference = difference(statement, plain, sharded);
        return difference == null ? Verdict.SAME : Verdict.different(difference);
    }

    private static boolean isRefusal(SQLException e) {
        int code = e.getErrorCode();
        boolean ours = e.getMessage() != null && e.getMessage().startsWith("SHD-");
        return ours && (code >= FIRST_REFUSAL && code <= LAST_REFUSAL || code == NOT_UNDERSTOOD);
    }

    private String difference(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        RowOrder order = order(statement);
        String exact = between(order, plain, sharded);
        if (exact == null || !foldsTexts) {
            return exact;
        }
        if (between(order, TextFolding.fold(plain), TextFolding.fold(sharded)) != null) {
            return exact;
        }
        // Of texts that the collation calls equal, any may stand for the others.
        boolean anyOfEqual = TextFolding.choosesAmongEqualTexts(statement.sql());
        return anyOfEqual || between(new RowOrder.Bag(), plain, sharded) == null ? null : exact;
    }

    private static RowOrder order(GeneratedStatement statement) {
        if (statement.totalOrder()) {
            return new RowOrder.Ordered();
        }
        return statement.orderKeys().isEmpty() ? new RowOrder.Bag() : new RowOrder.ByColumns(statement.orderKeys());
    }

    private static String between(RowOrder order, Outcome plain, Outcome sharded) {
        return new Difference(order, true, false, Tolerance.FLOATING).between(plain, sharded);
    }
}
