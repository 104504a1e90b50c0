package org.shardingjdbc.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SysbenchTest {
    private static final int ROWS = 300;
    private static final String ALL = "SELECT id, k, c, pad FROM sbtest ORDER BY id";

    private static Sides sides;

    @BeforeAll
    static void open() throws SQLException {
        sides = new Sides(new Sysbench(Sysbench.Scenario.POINT_SELECT, ROWS));
    }

    @AfterAll
    static void close() throws SQLException {
        sides.close();
    }

    @ParameterizedTest
    @EnumSource(Sysbench.Scenario.class)
    void answersAndLeavesWhatTheSingleDatabaseDoes(Sysbench.Scenario scenario) throws SQLException {
        Workload workload = new Sysbench(scenario, ROWS);
        workload.renew(sides.raw());
        workload.renew(sides.ours());
        Terminal single = workload.terminal(sides.raw(), 3, 42);
        Terminal sharded = workload.terminal(sides.ours(), 3, 42);
        for (int i = 0; i < 40; i++) {
            assertThat(sharded.transaction()).isEqualTo(single.transaction());
            assertThat(sharded.digest()).as("answers of transaction " + i).isEqualTo(single.digest());
        }
        assertThat(Sides.rows(sides.ours(), ALL)).isEqualTo(Sides.rows(sides.raw(), ALL));
        assertThat(workload.check(sides.rawNodes())).isEmpty();
        assertThat(workload.check(sides.oursNodes())).isEmpty();
    }

    @Test
    void checkFindsARowThatIsMissingOrInAStrangeTable() throws SQLException {
        Workload workload = new Sysbench(Sysbench.Scenario.READ_WRITE, ROWS);
        workload.renew(sides.ours());
        List<DataNode> nodes = sides.oursNodes();
        try (Connection connection = nodes.get(1).dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE sbtest_1 SET id = 1002 WHERE id = 1");
            assertThat(workload.check(nodes)).containsExactly("sbtest_1 has 1 rows of other tables");
            statement.execute("DELETE FROM sbtest_1 WHERE id = 1002");
        }
        assertThat(workload.check(nodes)).containsExactly("there are 299 rows, loaded were 300");
    }
}
