package org.shardingjdbc.proxy.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;

/** What the bytes of a COPY say does not depend on where they are cut. */
class IncomingRowsTest {
    private static final Dialect DIALECT = Dialects.POSTGRESQL;
    private static final String LETTERS = "\"\"\\\\',,\t\t\n\n\n\r..ab1x";

    private static IncomingRows rows(String options, int version, int longest, List<String> taken) throws SQLException {
        CopyCommand command = Objects.requireNonNull(CopyCommand.of("COPY t FROM STDIN " + options, DIALECT));
        return IncomingRows.of(CopyOptions.of(command), List.of("a", "b"), "t", longest, version, values -> {
            List<String> row = new ArrayList<>();
            for (byte[] each : values) {
                row.add(each == null ? "NULL" : "<" + new String(each, StandardCharsets.ISO_8859_1) + ">");
            }
            taken.add(row.toString());
        });
    }

    private static String told(String options, int version, byte[] data, int[] cuts) throws SQLException {
        List<String> taken = new ArrayList<>();
        IncomingRows rows = rows(options, version, 1 << 20, taken);
        int from = 0;
        try {
            for (int cut : cuts) {
                rows.take(Arrays.copyOfRange(data, from, cut));
                from = cut;
            }
            rows.take(Arrays.copyOfRange(data, from, data.length));
            rows.end();
        } catch (CopyFailure e) {
            taken.add(e.getMessage() + e.where());
        }
        return String.join("\n", taken) + rows.line();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "' ';17",
                "' ';18",
                "CSV;17",
                "CSV;18",
                "CSV QUOTE '''' ESCAPE E'\\\\' HEADER;17",
                "CSV QUOTE '\"' ESCAPE 'a';17"
            })
    void aCutChangesNothing(String options, int version) throws SQLException {
        Random random = new Random(version + options.length());
        for (int i = 0; i < 20_000; i++) {
            byte[] data = new byte[random.nextInt(24)];
            for (int j = 0; j < data.length; j++) {
                data[j] = (byte) LETTERS.charAt(random.nextInt(LETTERS.length()));
            }
            int[] cuts = new int[data.length];
            for (int j = 0; j < cuts.length; j++) {
                cuts[j] = random.nextInt(data.length + 1);
            }
            Arrays.sort(cuts);
            assertThat(told(options, version, data, cuts))
                    .as(new String(data, StandardCharsets.ISO_8859_1))
                    .isEqualTo(told(options, version, data, new int[0]));
        }
    }

    @Test
    void aRowWithoutAnEndIsRefused() throws SQLException {
        IncomingRows rows = rows("", 17, 1000, new ArrayList<>());
        byte[] piece = "abcdefghi\\\n".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        rows.take(piece);
                    }
                })
                .isInstanceOf(CopyFailure.class)
                .hasMessageContaining("1000 bytes");
    }
}
