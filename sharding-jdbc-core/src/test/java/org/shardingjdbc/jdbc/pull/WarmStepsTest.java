package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.testkit.DatabaseKind;

/** What is answered in steps is refused by its plan at first: that is told, and nothing is raised to tell it. */
class WarmStepsTest {
    private static final int WARM = 3;

    @TempDir
    private Path files;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT o.order_id, n.order_id FROM t_order o JOIN t_order n ON n.order_id = o.order_id + 1",
                "SELECT order_id FROM t_order WHERE name = (SELECT MAX(name) FROM t_order)",
                "SELECT o.order_id FROM t_order o JOIN t_order n ON n.order_id = o.order_id + 1 WHERE o.user_id = 1",
                "UPDATE t_order SET name = 'x' WHERE name = (SELECT MAX(name) FROM t_order)",
                "UPDATE t_order SET name = 'x' ORDER BY order_id LIMIT 2",
            })
    void raiseNothingOnTheWay(String sql) throws Exception {
        try (PulledShards shards = new PulledShards(DatabaseKind.H2, 3);
                Connection connection = shards.connection();
                PreparedStatement prepared = connection.prepareStatement(sql);
                Statement plain = connection.createStatement()) {
            for (int i = 0; i < WARM; i++) {
                execute(prepared, plain, sql);
            }
            assertThat(raised(() -> execute(prepared, plain, sql))).isEmpty();
        }
    }

    private static void execute(PreparedStatement prepared, Statement plain, String sql) throws SQLException {
        read(prepared, prepared.execute());
        read(plain, plain.execute(sql));
    }

    private static void read(Statement statement, boolean rows) throws SQLException {
        if (rows) {
            try (ResultSet result = statement.getResultSet()) {
                while (result.next()) {
                    result.getObject(1);
                }
            }
        }
    }

    /** An execution that is looked at. */
    private interface Execution {
        void run() throws SQLException;
    }

    private List<String> raised(Execution execution) throws Exception {
        Path file = files.resolve("raised.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JavaExceptionThrow").withStackTrace();
            recording.start();
            execution.run();
            recording.stop();
            recording.dump(file);
        }
        List<String> raised = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getEventType().getName().equals("jdk.JavaExceptionThrow")
                    && event.getClass("thrownClass").getName().equals(ShardingException.class.getName())) {
                raised.add(
                        event.getString("message") + " " + event.getStackTrace().getFrames());
            }
        }
        return raised;
    }
}
