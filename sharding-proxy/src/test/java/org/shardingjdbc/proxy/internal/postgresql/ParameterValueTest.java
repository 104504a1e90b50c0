package org.shardingjdbc.proxy.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterValueTest {
    private static ParameterValue of(String text, int type) throws SQLException {
        return ParameterValue.of(text.getBytes(StandardCharsets.UTF_8), type, false, false);
    }

    /**
     * What Java reads otherwise than the database, or the database alone knows, is the database's to read or refuse.
     */
    @ParameterizedTest
    @CsvSource({
        "2023-02-29, " + TypeId.DATE,
        "2023-02-30 10:00:00, " + TypeId.TIMESTAMP,
        "2023-04-31T10:00, " + TypeId.TIMESTAMP,
        "2023-04-30T24:00:00, " + TypeId.TIMESTAMP,
        "2023-04-3010:00, " + TypeId.TIMESTAMP,
        "2023-04-30 T10:00, " + TypeId.TIMESTAMP,
        "2023-04-31 00:00:00+00, " + TypeId.TIMESTAMPTZ,
        "2023-04-3000:00:00+00, " + TypeId.TIMESTAMPTZ,
        "2023-04-30 00:00:00+17, " + TypeId.TIMESTAMPTZ,
        "0000-01-01, " + TypeId.DATE,
        "-0005-01-01, " + TypeId.DATE,
        "0000-01-01 10:00:00, " + TypeId.TIMESTAMP,
        "-0005-01-01 10:00:00, " + TypeId.TIMESTAMP,
        "+10000-01-01 10:00:00+00, " + TypeId.TIMESTAMPTZ,
        "24:00:00, " + TypeId.TIME,
        "infinity, " + TypeId.TIMESTAMP,
    })
    void timesThatJavaReadsOtherwiseStayAsTheyWereWritten(String written, int type) throws Exception {
        assertThat(of(written, type).value()).isEqualTo(written);
        assertThat(of(written, type).text()).isEqualTo(written);
    }

    @Test
    void timesAreReadByWhichRowsAreRouted() throws Exception {
        assertThat(of("2024-02-29", TypeId.DATE).value()).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(of("0001-01-01 23:59", TypeId.TIMESTAMP).value()).isEqualTo(LocalDateTime.of(1, 1, 1, 23, 59));
        assertThat(of("2024-02-29T23:59:59.5", TypeId.TIMESTAMP).value())
                .isEqualTo(LocalDateTime.of(2024, 2, 29, 23, 59, 59, 500_000_000));
        assertThat(of("2024-02-29 23:59:59+05:30", TypeId.TIMESTAMPTZ).value())
                .isEqualTo(OffsetDateTime.parse("2024-02-29T23:59:59+05:30"));
        assertThat(of("2024-02-29 23:59:59-11", TypeId.TIMESTAMPTZ).value())
                .isEqualTo(OffsetDateTime.parse("2024-02-29T23:59:59-11:00"));
    }
}
