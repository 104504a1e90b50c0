package org.shardingjdbc.engine.internal.task.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

class DriverBatchesTest {
    private final DriverBatches batches = new DriverBatches();

    /** An execution of one unit. */
    private record Unit(int dataSource, String sql, Object target, int onlyUnit) implements ChosenUnits {
        Unit(int dataSource, String sql, Object target) {
            this(dataSource, sql, target, -1);
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public int dataSource(int unit) {
            return dataSource;
        }

        @Override
        public String sql(int unit) {
            return sql;
        }

        @Override
        public Object target(int unit) {
            return target;
        }

        @Override
        public int parameterCount(int unit) {
            return 0;
        }

        @Override
        public int parameterSource(int unit, int position) {
            return 0;
        }

        @Override
        public Object computedParameter(int unit, int position) {
            return null;
        }

        @Override
        public MergePlan merge() {
            return null;
        }

        @Override
        public MergeBounds bounds() {
            return MergeBounds.NONE;
        }

        @Override
        public int[] insertedRows(int unit) {
            return null;
        }

        @Override
        public boolean replicated() {
            return false;
        }
    }

    private List<String> grouped(Unit... units) {
        return grouped(batches, units);
    }

    private static List<String> grouped(DriverBatches batches, Unit... units) {
        for (int row = 0; row < units.length; row++) {
            batches.add(units[row], row);
        }
        List<String> described = new ArrayList<>();
        for (DriverBatch batch : batches.inOrder()) {
            StringBuilder rows = new StringBuilder(batch.dataSource() + " " + batch.sql() + ":");
            for (int i = 0; i < batch.size(); i++) {
                rows.append(' ').append(batch.row(i));
            }
            described.add(rows.toString());
        }
        return described;
    }

    @Test
    void rowSetsOfDifferentTablesAreGatheredBySql() {
        assertThat(grouped(
                        new Unit(0, "a", "t_0"),
                        new Unit(0, "b", "t_1"),
                        new Unit(0, "a", "t_0"),
                        new Unit(1, "a", "t_0"),
                        new Unit(0, "b", "t_1")))
                .containsExactly("0 a: 0 2", "0 b: 1 4", "1 a: 3");
    }

    @Test
    void rowSetsOfOneTableKeepTheirOrderWhenTheirSqlDiffers() {
        assertThat(grouped(
                        new Unit(0, "one", "t_0"),
                        new Unit(0, "two", "t_0"),
                        new Unit(0, "one", "t_0"),
                        new Unit(0, "one", "t_0")))
                .containsExactly("0 one: 0", "0 two: 1", "0 one: 2 3");
    }

    @Test
    void unknownTablesStayWhereTheyAre() {
        assertThat(grouped(
                        new Unit(0, "a", "t_0"),
                        new Unit(0, "x", null),
                        new Unit(0, "a", "t_0"),
                        new Unit(0, "a", "t_0")))
                .containsExactly("0 a: 0", "0 x: 1", "0 a: 2 3");
    }

    @Test
    void groupsAreOrderedByDataSource() {
        assertThat(grouped(new Unit(2, "a", "t"), new Unit(0, "a", "t"), new Unit(1, "a", "t")))
                .containsExactly("0 a: 1", "1 a: 2", "2 a: 0");
    }

    @Test
    void unitsThatAPlanKeepsAreGatheredAsAllOthers() {
        Random random = new Random(20240518);
        for (int round = 0; round < 2000; round++) {
            Unit[] kept = new Unit[1 + random.nextInt(60)];
            Unit[] others = new Unit[kept.length];
            boolean mixed = random.nextBoolean();
            for (int row = 0; row < kept.length; row++) {
                int unit = random.nextInt(12);
                // units of one data source may have one text, and others may touch their tables with another one
                Unit other = new Unit(unit % 3, "sql of " + unit % 6, "tables of " + unit);
                boolean strange = mixed && random.nextInt(8) == 0;
                others[row] = strange
                        ? new Unit(unit % 3, "strange " + random.nextInt(3), random.nextBoolean() ? other.target : null)
                        : other;
                kept[row] = strange ? others[row] : new Unit(other.dataSource, other.sql, other.target, unit);
            }
            assertThat(grouped(new DriverBatches(), kept)).isEqualTo(grouped(new DriverBatches(), others));
        }
    }
}
