package org.shardingjdbc.engine.internal.result.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;

/** What a held value becomes for a getter, beyond what drivers are compared with. */
class ConversionsTest {
    private final Conversions conversions = Conversions.of(Dialects.H2);

    /** Written out, each has a billion digits or more; those overflow at once. */
    @ParameterizedTest
    @ValueSource(strings = {"1e2147483647", "-3e2000000000"})
    void bigIntegerOfANumberThatCannotBeWrittenOutIsRefused(String number) {
        for (Object value : new Object[] {number, new BigDecimal(number)}) {
            assertThatThrownBy(() -> conversions.toClass(value, 1, BigInteger.class))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("BigInteger");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-2147483646", "-3e-2000000000", "0.05", "0e2000000000"})
    void wholeNumberOfWhatIsNearlyNothingIsZero(String number) throws SQLException {
        assertThat(conversions.toClass(number, 1, BigInteger.class)).isZero();
        assertThat(conversions.toClass(new BigDecimal(number), 1, Integer.class))
                .isZero();
    }

    @Test
    void bigIntegerIsTheWholePartOfANumber() throws SQLException {
        assertThat(conversions.toClass("12.9", 1, BigInteger.class)).isEqualTo(12);
        assertThat(conversions.toClass(new BigDecimal("1e30"), 1, BigInteger.class))
                .isEqualTo(BigInteger.TEN.pow(30));
    }
}
