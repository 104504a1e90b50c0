package org.shardingjdbc.examples.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quartz.Scheduler;
import org.shardingjdbc.jdbc.ShardingDriver;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.NamedDatabases;
import org.shardingjdbc.testkit.framework.FrameworkRows;
import org.springframework.batch.core.Job;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The tour prints what docs/frameworks.md says, whatever the database. */
@ExtendWith(OutputCaptureExtension.class)
class BatchApplicationTest {
    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("examples/batch-quartz")
            .row("[Spring Batch](#spring-batch-and-quartz)", Job.class)
            .row("[Quartz](#spring-batch-and-quartz), clustered", Scheduler.class)
            .took("Spring Batch, Quartz", "the rule `!SINGLE` says where their tables lie");

    private static final String URL = "jdbc:sharding:classpath:sharding.yaml?placeholder-type=system_props";

    private static final String DELEGATE =
            "--spring.quartz.properties.org.quartz.jobStore.driverDelegateClass=" + "org.quartz.impl.jdbcjobstore.";

    @AfterEach
    void close() {
        ShardingDriver.close(URL);
    }

    @ParameterizedTest
    @EnumSource
    void printsWhatThePageSays(DatabaseKind kind, CapturedOutput output) throws Exception {
        // What Quartz wants of applications on PostgreSQL, sharded or not.
        String delegate = kind == DatabaseKind.POSTGRESQL ? "PostgreSQLDelegate" : "StdJDBCDelegate";
        NamedDatabases.run(kind, "shop", 2, () -> BatchApplication.main(DELEGATE + delegate));
        String page = Files.readString(Path.of("..", "..", "docs", "frameworks.md"));
        assertThat(page).contains("```text\n" + output.getOut().strip() + "\n```");
        ROWS.ran(kind);
    }
}
