package org.shardingjdbc.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final CostModel TRUE = new CostModel(700, 150, 400, 12, 3);

    private static CostModel.Point point(int nodes, int rows, int columns) {
        CostModel.Point size = new CostModel.Point(nodes, rows, columns, 0);
        return new CostModel.Point(nodes, rows, columns, TRUE.predicted(size));
    }

    private static final List<CostModel.Point> POINTS = Stream.of(
                    point(1, 1, 1),
                    point(64, 1, 1),
                    point(512, 1, 1),
                    point(8, 1000, 1),
                    point(8, 100, 16),
                    point(8, 10, 4))
            .toList();

    @Test
    void findsTheTermsThatMadeTheFigures() {
        CostModel found = CostModel.of(POINTS);
        assertEquals(TRUE.constant(), found.constant(), 1e-6);
        assertEquals(TRUE.node(), found.node(), 1e-6);
        assertEquals(TRUE.prepared(), found.prepared(), 1e-6);
        assertEquals(TRUE.row(), found.row(), 1e-6);
        assertEquals(TRUE.value(), found.value(), 1e-6);
        assertEquals(0, found.error(point(2048, 3, 5)), 1e-9);
    }

    @Test
    void errorSaysWhichWay() {
        CostModel.Point cheaper = new CostModel.Point(8, 1, 1, TRUE.predicted(point(8, 1, 1)) * 2);
        assertEquals(-0.5, TRUE.error(cheaper), 1e-9);
    }

    @Test
    void termsThatOnlyGrowTogetherAreNotToldApart() {
        assertThrows(IllegalArgumentException.class, () -> CostModel.of(POINTS.subList(0, 1)));
    }
}
