package org.shardingjdbc.testkit.compare;

import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * One block of a {@link CaseFile}.
 *
 * @param line where the block starts in its file, from 1
 * @param title its comment, or the statement's beginning
 * @param sql the statement, empty for a bare transaction step
 * @param parameters for its placeholders, in order
 * @param kinds the databases that it runs on
 * @param expectation what is to come out
 * @param order how rows are compared
 * @param tables compared as a whole afterwards
 * @param options the remaining headers, by their names
 * @param refusal the error code of a refused statement, else empty
 */
record SqlCase(
        int line,
        String title,
        String sql,
        List<Object> parameters,
        Set<DatabaseKind> kinds,
        Expectation expectation,
        RowOrder order,
        List<String> tables,
        Set<Option> options,
        String refusal) {

    /** What a case is about. */
    enum Expectation {
        QUERY,
        UPDATE,
        BOTH_FAIL,
        REFUSED,
        BEGIN,
        COMMIT,
        ROLLBACK
    }

    /** Headers without a value. */
    enum Option {
        /** Precision, scale and nullability are compared. */
        EXACT_TYPES,
        /** Types are not compared. */
        ANY_TYPES,
        /** Fractions may differ a little. */
        APPROXIMATE,
        /** A PreparedStatement without parameters. */
        PREPARED,
        /** Generated keys are asked for. */
        KEYS,
        /** The statement is rolled back after its tables were compared. */
        UNDO,
        /** Not for servers older than the newest of their kind here, which name or type it otherwise. */
        NEWEST,
        /** Not where the driver has its server prepare everything: the database itself answers it otherwise then. */
        AS_TEXT
    }
}
