package org.shardingjdbc.cli.internal.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.cli.internal.draw.RowSource.Cell;
import org.shardingjdbc.cli.internal.draw.RowSource.DrawingColumn;

class TableDrawingTest {
    private static final List<DrawingColumn> COLUMNS =
            List.of(DrawingColumn.number("id"), DrawingColumn.text("name"), DrawingColumn.text("note"));

    private static List<Cell> row(String... values) {
        return Arrays.stream(values).map(Cell::of).toList();
    }

    private static TableDrawing table(int screen, List<List<Cell>> rows) throws SQLException {
        return new TableDrawing(RowSource.of(COLUMNS, rows), Palette.PLAIN, screen);
    }

    @Test
    void wideLettersAndNullKeepColumnsStraight() throws SQLException {
        assertThat(table(0, List.of(row("1", "日本", "x"), row("22", "é", null), row("3", "a\u0301b", "")))
                        .lines())
                .containsExactly(
                        " id │ name │ note",
                        "────┼──────┼──────",
                        "  1 │ 日本 │ x",
                        " 22 │ é    │ NULL",
                        "  3 │ a\u0301b   │ ");
    }

    @Test
    void widestColumnGivesWayToTheScreen() throws SQLException {
        TableDrawing table = table(30, List.of(row("1", "short", "x".repeat(100)), row("2", "漢".repeat(40), "y")));
        List<String> lines = table.lines();
        assertThat(lines).allMatch(line -> TextWidth.of(line) <= 30).anyMatch(line -> line.contains("…"));
        assertThat(table.isCut()).isTrue();
        assertThat(table.rowCount()).isEqualTo(2);
    }

    @Test
    void nothingIsCutWhereThereIsNoScreen() throws SQLException {
        TableDrawing table = table(0, List.of(row("1", "a", "x".repeat(1000))));
        assertThat(table.lines().get(2)).contains("x".repeat(1000));
        assertThat(table.isCut()).isFalse();
    }

    @Test
    void valuesCannotMoveTheCursor() throws SQLException {
        assertThat(table(0, List.of(row("1", "\u001b[2J", "a\nb\tc\u0007\u202e")))
                        .lines()
                        .get(2))
                .isEqualTo("  1 │ \\u001b[2J │ a\\nb\\tc\\u0007\\u202e");
    }

    @Test
    void rowsBehindTheSampleAreReadWhenTheyAreAskedFor() throws SQLException {
        int[] read = {0};
        RowSource endless = new RowSource() {
            @Override
            public List<DrawingColumn> columns() {
                return List.of(DrawingColumn.number("n"));
            }

            @Override
            public List<Cell> next() {
                return row(String.valueOf(++read[0]));
            }
        };
        TableDrawing table = new TableDrawing(endless, Palette.PLAIN, 80);
        for (int i = 0; i < 10; i++) {
            table.nextLine();
        }
        assertThat(read[0]).isEqualTo(TableDrawing.SAMPLE);
    }

    @Test
    void asciiIsAsciiOnly() throws SQLException {
        TableDrawing table = new TableDrawing(
                RowSource.of(COLUMNS, List.of(row("1", "a", "x".repeat(90)))), new Palette(false, false), 30);
        assertThat(String.join("", table.lines()).chars()).allMatch(c -> c < 127);
    }

    @Test
    void expandedRowsShowLongValuesWhole() throws SQLException {
        ExpandedDrawing drawing = new ExpandedDrawing(
                RowSource.of(COLUMNS, List.of(row("1", null, "漢".repeat(30) + "\nend"))), Palette.PLAIN, 40);
        StringBuilder text = new StringBuilder();
        for (String line = drawing.nextLine(); line != null; line = drawing.nextLine()) {
            assertThat(TextWidth.of(line)).isLessThanOrEqualTo(40);
            text.append(line).append('\n');
        }
        assertThat(text.toString().replace("\n      │ ", "")).contains("漢".repeat(30) + "end");
        assertThat(text.toString()).contains("── row 1 ──").contains(" name │ NULL\n");
    }
}
