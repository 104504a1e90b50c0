package io.shardingjdbc.jdbc.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardingjdbc.jdbc.internal.plan.ShardExecution;
import io.shardingjdbc.merge.MergeBounds;
import io.shardingjdbc.merge.MergePlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchGroupsTest {
    private final BatchGroups groups = new BatchGroups();

    /** An execution of one unit. */
    private record Unit(int dataSource, String sql, Object target) implements ShardExecution {
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
        for (int row = 0; row < units.length; row++) {
            groups.add(units[row], row, 0);
        }
        List<String> described = new ArrayList<>();
        for (BatchGroup group : groups.inOrder()) {
            StringBuilder rows = new StringBuilder(group.dataSource() + " " + group.sql() + ":");
            for (int i = 0; i < group.size(); i++) {
                rows.append(' ').append(group.row(i));
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
}
