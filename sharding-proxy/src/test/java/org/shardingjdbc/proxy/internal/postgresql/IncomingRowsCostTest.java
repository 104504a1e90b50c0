package org.shardingjdbc.proxy.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;

/** What clients send for rows costs no more than it is worth. */
class IncomingRowsCostTest {
    private static final int LONGEST = 64 * 1024 * 1024;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Stands for NULL. */
    private static final byte[] NULL = new byte[0];

    private final List<byte[][]> rows = new ArrayList<>();

    private IncomingRows of(String options, String... columns) throws SQLException {
        CopyCommand command =
                Objects.requireNonNull(CopyCommand.of("COPY t FROM STDIN " + options, Dialects.POSTGRESQL));
        return IncomingRows.of(CopyOptions.of(command), List.of(columns), "t", LONGEST, 17, rows::add);
    }

    @ParameterizedTest
    @CsvSource({"'', 9", "CSV, 44", "CSV HEADER MATCH, 44"})
    void aLineOfNothingButDelimitersMakesNoValueForEachOfThem(String options, int delimiter) throws Exception {
        byte[] line = new byte[4 * 1024 * 1024];
        Arrays.fill(line, (byte) delimiter);
        line[line.length - 1] = '\n';
        String told = options.endsWith("MATCH")
                ? "wrong number of fields in header line: got " + line.length + ", expected 2"
                : "extra data after last expected column";
        String asked = options.replace("CSV HEADER MATCH", "(FORMAT csv, HEADER MATCH)");
        IncomingRows incoming = of(asked, "a", "b");
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> incoming.take(line)).hasMessageContaining(told);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(line.length);
    }

    @Test
    void aBinaryRowIsCopiedOnceHoweverItComes() throws Exception {
        byte[] large = new byte[2 * 1024 * 1024];
        byte[] data = binary(large, new byte[512 * 1024], NULL, new byte[] {7});
        IncomingRows incoming = of("BINARY", "a", "b", "c", "d");
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < data.length; i += 4096) {
            incoming.take(Arrays.copyOfRange(data, i, Math.min(i + 4096, data.length)));
        }
        incoming.end();
        // the pieces, the buffer as it grows, and the values
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(10L * data.length);
        assertThat(rows).hasSize(2);
        assertThat(rows.get(1)[0]).isEqualTo(large);
        assertThat(rows.get(1)[2]).isNull();
        assertThat(rows.get(1)[3]).containsExactly(7);
    }

    @Test
    void aBinaryRowIsReadAlikeInPiecesOfOneByte() throws Exception {
        byte[] data = binary(new byte[] {1, 2}, new byte[0], NULL, new byte[] {7});
        IncomingRows incoming = of("BINARY", "a", "b", "c", "d");
        for (byte each : data) {
            incoming.take(new byte[] {each});
        }
        incoming.end();
        assertThat(rows).hasSize(2);
        for (byte[][] each : rows) {
            assertThat(each[0]).containsExactly(1, 2);
            assertThat(each[1]).isEmpty();
            assertThat(each[2]).isNull();
            assertThat(each[3]).containsExactly(7);
        }
    }

    private static byte[] binary(byte[]... values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(IncomingBinary.head());
        for (int row = 0; row < 2; row++) {
            out.writeShort(values.length);
            for (byte[] each : values) {
                out.writeInt(each == NULL ? -1 : each.length);
                if (each != NULL) {
                    out.write(each);
                }
            }
        }
        out.writeShort(-1);
        return bytes.toByteArray();
    }
}
