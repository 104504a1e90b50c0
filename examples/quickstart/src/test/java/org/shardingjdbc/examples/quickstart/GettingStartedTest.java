package org.shardingjdbc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** Does what docs/getting-started.md tells the reader to do, with the files of that page. */
class GettingStartedTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "getting-started.md");

    @TempDir
    private Path project;

    @Test
    void programPrintsWhatThePageSays() throws Exception {
        Path source = Files.writeString(project.resolve("App.java"), block("java"));
        Files.writeString(project.resolve("sharding.yaml"), block("yaml"));
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, complaints, "-proc:none", "-d", project.toString(), source.toString());
        assertThat(failed).as(complaints.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(run(project)).isEqualTo(block("text"));
    }

    private static String run(Path classes) throws IOException, InterruptedException {
        String path = classes + System.getProperty("path.separator") + System.getProperty("java.class.path");
        Process java = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"), "-cp", path, "App")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream out = java.getInputStream()) {
            String printed = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(java.waitFor()).isZero();
            return printed.replace("\r\n", "\n");
        }
    }

    @Test
    void projectNamesTheVersionsOfTheBuild() throws Exception {
        String parent = Files.readString(Path.of("..", "..", "pom.xml"));
        String project = block("xml");
        for (String name : new String[] {"h2.version", "exec-maven-plugin", "maven-compiler-plugin"}) {
            int at = parent.indexOf(
                    name.endsWith(".version") ? "<" + name + ">" : "<artifactId>" + name + "</artifactId>");
            String rest = parent.substring(at);
            String opening = name.endsWith(".version") ? "<" + name + ">" : "<version>";
            String version = rest.substring(rest.indexOf(opening) + opening.length());
            assertThat(project).contains("<version>" + version.substring(0, version.indexOf('<')) + "</version>");
        }
    }

    @Test
    void plansAndRefusalsAreWhatThePageShows() throws Exception {
        Files.writeString(project.resolve("sharding.yaml"), block("yaml").replace(":ds_", ":explained_"));
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(project.resolve("sharding.yaml"));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount DECIMAL(10, 2))");
            assertExplainIsDescribed(statement);
            assertThatThrownBy(() -> statement.execute(block("sql refused"))).hasMessageStartingWith("SHD-2104: ");
        }
    }

    private static void assertExplainIsDescribed(Statement statement) throws Exception {
        String page = Files.readString(PAGE);
        try (ResultSet plan =
                statement.executeQuery("EXPLAIN SHARDING SELECT user_id, SUM(amount) FROM t_order GROUP BY user_id")) {
            while (plan.next()) {
                assertThat(page).contains(plan.getString("plan"));
            }
        }
        try (ResultSet plan = statement.executeQuery(
                "EXPLAIN SHARDING ANALYZE SELECT user_id, SUM(amount) FROM t_order GROUP BY user_id")) {
            for (int i = 1; i <= plan.getMetaData().getColumnCount(); i++) {
                assertThat(page).contains("`" + plan.getMetaData().getColumnLabel(i) + "`");
            }
        }
    }

    private static String block(String language) throws IOException {
        String page = Files.readString(PAGE);
        String start = "```" + language + "\n";
        int from = page.indexOf(start) + start.length();
        assertThat(page).contains(start);
        return page.substring(from, page.indexOf("```", from));
    }
}
