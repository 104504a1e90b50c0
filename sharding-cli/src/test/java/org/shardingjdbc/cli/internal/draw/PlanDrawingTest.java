package org.shardingjdbc.cli.internal.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;

class PlanDrawingTest {
    private static Explanation leaf(String dataSource, String sql, String... parameters) {
        return Explanation.of(new ExplainedUnit(dataSource, sql, List.of(parameters), null));
    }

    private static List<String> drawn(Explanation... leaves) {
        Explanation tree = Explanation.of("Route", "t_order", List.of(leaves));
        return new PlanDrawing(Palette.PLAIN, 0).draw(PlanLine.of(tree));
    }

    @Test
    void leavesThatDifferInActualTablesAreOneLine() {
        assertThat(drawn(
                        leaf("ds_0", "SELECT * FROM t_order_0 o JOIN `i_0` ON o.a = 'x_0'"),
                        leaf("ds_0", "SELECT * FROM t_order_1 o JOIN `i_1` ON o.a = 'x_0'"),
                        leaf("ds_1", "SELECT * FROM t_order_0 o JOIN `i_0` ON o.a = 'x_0'")))
                .containsExactly(
                        "Route t_order",
                        "├─ ds_0 ×2  SELECT * FROM t_order_0..1 o JOIN `i_0..1` ON o.a = 'x_0'",
                        "└─ ds_1  SELECT * FROM t_order_0 o JOIN `i_0` ON o.a = 'x_0'");
    }

    @Test
    void numbersWithGapsAreListed() {
        assertThat(drawn(leaf("ds_0", "SELECT 1 FROM t_1"), leaf("ds_0", "SELECT 1 FROM t_4"))
                        .get(1))
                .isEqualTo("└─ ds_0 ×2  SELECT 1 FROM t_{1,4}");
    }

    @Test
    void leavesThatDifferInAnythingElseStayApart() {
        assertThat(drawn(leaf("ds_0", "SELECT 1 FROM t_1"), leaf("ds_0", "SELECT 2 FROM t_2")))
                .hasSize(3);
        assertThat(drawn(leaf("ds_0", "SELECT 'a1' FROM t_1"), leaf("ds_0", "SELECT 'a2' FROM t_2")))
                .hasSize(3);
        assertThat(drawn(leaf("ds_0", "SELECT ? FROM t_1", "?1"), leaf("ds_0", "SELECT ? FROM t_2", "?2")))
                .hasSize(3);
    }

    @Test
    void longSqlGoesOnInTheNextLine() {
        Explanation tree = Explanation.of(
                "Route",
                "t",
                List.of(leaf("ds_0", "SELECT a, b FROM t_0 WHERE ".concat("c = 1 OR ".repeat(20)) + "d = 2")));
        List<String> lines = new PlanDrawing(Palette.PLAIN, 60).draw(PlanLine.of(tree));
        assertThat(lines).hasSizeGreaterThan(3).allMatch(line -> TextWidth.of(line) <= 60);
    }
}
