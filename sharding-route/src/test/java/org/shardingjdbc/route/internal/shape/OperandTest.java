package org.shardingjdbc.route.internal.shape;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/** What is known of a value before its statement runs. */
class OperandTest {
    private static Object value(String expression, Object... parameters) {
        QueryStatement statement = (QueryStatement)
                new SqlParser(Dialects.MYSQL).parse("SELECT " + expression).statement();
        Select select = (Select) statement.query().body();
        Operand operand = Operand.of(((SelectItem.ExpressionItem) select.items().get(0)).expression());
        return operand == null ? ShardingValues.UNKNOWN : operand.value(parameters);
    }

    /** A database wraps them, cuts them off, or fails. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAST(18446744073709551615 AS SIGNED)",
                "CAST(9223372036854775808 AS SIGNED INTEGER)",
                "CAST(-9223372036854775809 AS SIGNED)",
                "CAST(-1 AS UNSIGNED)",
                "CAST('9223372036854775808' AS SIGNED)",
                "CAST(1.5 AS SIGNED)",
                "9223372036854775807 + 1"
            })
    void aNumberThatACastMayChangeIsNotKnown(String expression) {
        assertThat(value(expression)).isSameAs(ShardingValues.UNKNOWN);
    }

    @Test
    void aSetNumberBeyondALongIsNotKnownUnderACast() {
        BigInteger beyond = BigInteger.ONE.shiftLeft(63);
        assertThat(value("CAST(? AS SIGNED)", beyond)).isSameAs(ShardingValues.UNKNOWN);
        assertThat(value("CAST(? AS SIGNED)", beyond.negate())).isEqualTo(beyond.negate());
        assertThat(value("CAST(? AS SIGNED)", BigInteger.TEN)).isEqualTo(BigInteger.TEN);
        assertThat(value("CAST(? AS SIGNED)", 7)).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "-(-9223372036854775808), 9223372036854775808",
        "CAST(9223372036854775807 AS SIGNED), 9223372036854775807"
    })
    void aNumberIsWhatItIs(String expression, String number) {
        assertThat(value(expression)).hasToString(number);
    }
}
