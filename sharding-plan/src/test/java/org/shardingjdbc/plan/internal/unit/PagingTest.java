package org.shardingjdbc.plan.internal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.unit.Paging.Amount;

/** Numbers of rows that an application sets. */
class PagingTest {
    private static final Paging PAGING = new Paging(Amount.ofParameter(0), Amount.ofParameter(1));

    private static Object[] parameters(Object count) {
        return new Object[] {count, 5L};
    }

    @Test
    void wholeNumbersOfAnyClassAreTaken() {
        for (Object ten : new Object[] {10, 10L, "10", "1e1", new BigDecimal("10.0"), BigInteger.TEN}) {
            assertThat(PAGING.refusal(parameters(ten))).isNull();
            assertThat(PAGING.widened(parameters(ten))).isEqualTo(15);
        }
        assertThat(PAGING.widened(parameters("1e400"))).isEqualTo(Long.MAX_VALUE);
    }

    /** Written out, each of them has two hundred million digits. */
    @ParameterizedTest
    @ValueSource(strings = {"1e200000000", "-1e200000000", "1e-200000000"})
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void aNumberOfMillionsOfDigitsIsRefused(String text) {
        for (Object count : new Object[] {text, new BigDecimal(text)}) {
            ShardingException refusal = PAGING.refusal(parameters(count));
            assertThat(refusal).isNotNull();
            assertThat(refusal.code()).isEqualTo(ErrorCode.ARGUMENT_OUT_OF_RANGE);
            assertThat(refusal).hasMessageContaining("no whole number as parameter 1");
        }
    }
}
