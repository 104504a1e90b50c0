package org.shardingjdbc.engine.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

class SqlErrorsTest {
    /** What makes HikariCP 6 drop a connection besides class 08: its lists of SQLStates and of vendor codes. */
    private static final Set<String> DROPPING_STATES =
            Set.of("0A000", "57P01", "57P02", "57P03", "01002", "JZ0C0", "JZ0C1");

    private static final Set<Integer> DROPPING_CODES = Set.of(500150, 2399, 1105);

    @Test
    void refusalIsAnUnsupportedFeatureThatKeepsTheConnection() {
        SQLException refusal = SqlErrors.refuse("setCursorName", "there is no common cursor");

        assertThat((Throwable) refusal).isInstanceOf(SQLFeatureNotSupportedException.class);
        assertThat(refusal.getSQLState()).isEqualTo("HYC00");
        assertThat(refusal.getErrorCode()).isEqualTo(ErrorCode.JDBC_FEATURE_REFUSED.number());
        assertThat((Throwable) refusal)
                .hasMessageContaining("setCursorName")
                .hasMessageContaining("there is no common cursor");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyErrorCarriesItsNumberAndASqlState(ErrorCode code) {
        SQLException error = SqlErrors.of(code, "a", "b", "c", "d", "e", "f", "g");

        assertThat(error.getErrorCode()).isEqualTo(code.number());
        assertThat(error.getSQLState()).hasSize(5).isEqualTo(code.sqlState());
        assertThat(error.getMessage()).startsWith(code.id() + ": ");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void refusalsAndUserErrorsDoNotMakeAPoolDropTheConnection(ErrorCode code) {
        boolean harmless = code.category() == ErrorCategory.UNSUPPORTED || code.category() == ErrorCategory.USER;
        SQLException error = SqlErrors.of(code, "a", "b", "c", "d", "e", "f", "g");

        assertThat(DROPPING_CODES).doesNotContain(error.getErrorCode());
        assertThat(DROPPING_STATES).doesNotContain(error.getSQLState());
        if (harmless && code != ErrorCode.CLOSED) {
            assertThat(error.getSQLState()).doesNotStartWith("08");
            assertThat((Throwable) error).isNotInstanceOf(SQLTimeoutException.class);
        }
    }

    @Test
    void syntaxErrorIsOfItsClass() {
        assertThat((Throwable) SqlErrors.of(ErrorCode.SYNTAX_ERROR, 1, 2, "x", "y"))
                .isInstanceOf(SQLSyntaxErrorException.class);
    }

    @Test
    void causeAndSuppressedStayAttached() {
        IllegalStateException cause = new IllegalStateException("inner");
        ShardingException error = ShardingException.causedBy(cause, ErrorCode.STREAM_UNREADABLE, 3);
        error.addSuppressed(new IllegalArgumentException("other"));

        SQLException result = SqlErrors.from(error);

        assertThat((Throwable) result).hasCause(cause);
        assertThat(result.getSuppressed()).hasSize(1);
    }

    @Test
    void driverErrorKeepsClassStateCodeCauseAndNext() {
        List<SQLException> errors = List.of(
                new SQLIntegrityConstraintViolationException("dup", "23505", 23505),
                new SQLDataException("bad", "22003", 1),
                new SQLSyntaxErrorException("syntax", "42000", 2),
                new SQLTimeoutException("late", "57014", 3),
                new SQLTransientConnectionException("gone", "08006", 4),
                new SQLException("plain", "99999", 5));
        for (SQLException error : errors) {
            SQLException next = new SQLException("next");
            error.setNextException(next);

            SQLException shown = SqlErrors.onDataSource(error, "ds_1");

            assertThat(shown.getClass()).isSameAs(error.getClass());
            assertThat(shown.getSQLState()).isEqualTo(error.getSQLState());
            assertThat(shown.getErrorCode()).isEqualTo(error.getErrorCode());
            assertThat((Throwable) shown.getNextException()).isSameAs(next);
            assertThat((Throwable) shown).hasCause(error).hasMessage(error.getMessage() + " (data source ds_1)");
        }
    }
}
