package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.proxy.internal.mysql.DelimitedRows.Marks;
import org.shardingjdbc.proxy.internal.mysql.DelimitedRows.Row;

/** Rows of a file, however its bytes are cut into parts. What they are was seen on the databases. */
class DelimitedRowsTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> rows(Marks marks, int width, long skipped, String file, int part) {
        DelimitedRows rows = new DelimitedRows(marks, width, skipped);
        List<String> all = new ArrayList<>();
        byte[] content = bytes(file);
        for (int at = 0; at < content.length; at += part) {
            rows.add(Arrays.copyOfRange(content, at, Math.min(at + part, content.length)));
            take(rows, all);
        }
        rows.complete();
        take(rows, all);
        return all;
    }

    private static void take(DelimitedRows rows, List<String> all) {
        for (Row row = rows.next(); row != null; row = rows.next()) {
            StringBuilder shown = new StringBuilder();
            for (int i = 0; i < row.count(); i++) {
                byte[] field = row.fields()[i];
                shown.append('[')
                        .append(field == null ? "NULL!" : new String(field, StandardCharsets.ISO_8859_1))
                        .append(']');
            }
            all.add(shown + (row.longer() ? "+" : ""));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 1000})
    void rowsAreTheSameInPartsOfAnyLength(int part) {
        Marks usual = new Marks(bytes(","), Marks.NO_BYTE, '\\', bytes(""), bytes("\n"));
        assertThat(rows(usual, 2, 0, "1,a\n2,b", part)).containsExactly("[1][a]", "[2][b]");
        assertThat(rows(usual, 2, 0, "1,a\\,b\n2,a\\tb,zz\n3,\\N\n\n4", part))
                .containsExactly("[1][a,b]", "[2][a\tb]+", "[3][NULL!]", "[]", "[4]");
        assertThat(rows(usual, 2, 2, "head\nhead,\\\nmore\n1,a\n", part)).containsExactly("[1][a]");
        assertThat(rows(usual, 2, 9, "1,a\n", part)).isEmpty();
        assertThat(rows(usual, 2, 0, "", part)).isEmpty();
        assertThat(rows(usual, 3, 0, "1,\\NN,\\\\N\n1,2,3,4", part)).containsExactly("[1][NN][\\N]", "[1][2][3]");

        Marks quoted = new Marks(bytes(","), '"', '\\', bytes(""), bytes("\r\n"));
        assertThat(rows(quoted, 2, 0, "1,\"a,b\"\r\n2,\"a\"\"b\"\r\n3,NULL\r\n4,\"NULL\"\r\n5,\"a\r\nb\"\r\n", part))
                .containsExactly("[1][a,b]", "[2][a\"b]", "[3][NULL!]", "[4][NULL]", "[5][a\r\nb]");
        assertThat(rows(quoted, 2, 0, "6,x\"y\"\r\n\"7\",\"q\"z\"\r\n8,\r9\r\n10,\"open", part))
                .containsExactly("[6][x\"y\"]", "[7][q\"z]", "[8][\r9]", "[10][\"open]");

        Marks doubled = new Marks(bytes(","), '"', '"', bytes(""), bytes("\n"));
        assertThat(rows(doubled, 2, 0, "1,\"a\"\"b\"\n2,c\n", part)).containsExactly("[1][a\"b]", "[2][c]");
        assertThat(rows(doubled, 2, 0, "1,5\"\" p\n\"2\",\"\"\"a\",x\n3,\"\"\n4,a\"b\n", part))
                .containsExactly("[1][5\" p]", "[2][\"a]+", "[3][]", "[4][a\"b]");
        assertThat(rows(doubled, 2, 0, "1,\"abc\"", part)).containsExactly("[1][\"abc\"]");

        Marks begun = new Marks(bytes("||"), Marks.NO_BYTE, Marks.NO_BYTE, bytes(">>"), bytes("\n"));
        assertThat(rows(begun, 2, 0, "junk>>1||x\nno\n>>2||>>|y\n", part)).containsExactly("[1][x]", "[2][>>|y]");
        assertThat(rows(begun, 2, 0, ">>1||\\N\n", part)).containsExactly("[1][\\N]");

        Marks endless = new Marks(bytes(","), Marks.NO_BYTE, '\\', bytes(""), bytes(","));
        assertThat(rows(endless, 3, 0, "1,1,a,2,2,b,3,3,c", part))
                .containsExactly("[1][1][a]", "[2][2][b]", "[3][3][c]");
    }

    /** What is there again and again of a row that is not whole must not be read again and again. */
    @ParameterizedTest
    @CsvSource({"1000, 4000", "16384, 256"})
    void aLongRowInSmallPartsIsOneRow(int part, int parts) {
        Marks usual = new Marks(bytes(","), Marks.NO_BYTE, '\\', bytes(""), bytes("\n"));
        DelimitedRows rows = new DelimitedRows(usual, 2, 0);
        byte[] some = new byte[part];
        Arrays.fill(some, (byte) 'x');
        rows.add(bytes("1,"));
        for (int i = 0; i < parts; i++) {
            rows.add(some);
            assertThat(rows.next()).isNull();
        }
        assertThat(rows.waiting()).isEqualTo(part * parts + 2);
        rows.add(bytes("\n2,y\n"));
        rows.complete();
        assertThat(Objects.requireNonNull(rows.next()).fields()[1]).hasSize(part * parts);
        assertThat(Objects.requireNonNull(rows.next()).fields()[1]).containsExactly('y');
        assertThat(rows.next()).isNull();
    }
}
