package org.shardingjdbc.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goal over files of a project and two databases. */
class AdviseMojoTest {
    private static final String SOURCE = """
              %s:
                jdbcUrl: jdbc:h2:file:%s/%s;DB_CLOSE_DELAY=0
                username: sa
                password: ""
            """;
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order
                    databaseStrategy:
                      standard: { shardingColumn: user_id, shardingAlgorithmName: by_user }
                shardingAlgorithms:
                  by_user: { type: MOD, props: { sharding-count: 2 } }
            """;
    private static final String ONE = "SELECT * FROM t_order WHERE user_id = ?";
    private static final String ALL = "SELECT * FROM t_order WHERE note = ?";
    private static final String REFUSED = "SELECT order_id, ROW_NUMBER() OVER (ORDER BY note) FROM t_order FOR UPDATE";

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();
    private final AdviseMojo mojo = new AdviseMojo();

    @BeforeEach
    void project() throws IOException, SQLException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (String source : List.of("ds_0", "ds_1")) {
            yaml.append(String.format(SOURCE, source, folder, source));
            try (Connection connection =
                            DriverManager.getConnection("jdbc:h2:file:" + folder + "/" + source, "sa", "");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT, note VARCHAR(20))");
            }
        }
        file("sharding.yaml", yaml + RULES);
        mojo.basedir = folder.toFile();
        mojo.configuration = folder.resolve("sharding.yaml").toFile();
        mojo.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence line) {
                told.add(line.toString());
            }
        });
    }

    private void file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void aBuildThatMayGoOnIsToldTheTotals() throws Exception {
        file("src/a.sql", ONE + ";\n" + ALL + ";\n");
        file("src/deep/b.sql", ONE);
        mojo.files = List.of("src/**/*.sql", "src/a.sql");
        mojo.execute();
        assertThat(told).containsExactly("2 statements: one-node 1, all-nodes 1");
    }

    @Test
    void whatIsRefusedFailsTheBuildWithFileLineAndRemedy() throws Exception {
        file("src/a.sql", ONE + ";\n\n" + ALL + ";\n" + REFUSED);
        file("src/m.xml", "<mapper>\n <select id='a'>" + ALL + "</select>\n <update id='b'>${a}</update></mapper>");
        mojo.files = List.of("src/*");
        assertThatThrownBy(mojo::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageStartingWith("4 statements: one-node 1, all-nodes 1, refused 1, not-judged 1; these fail the"
                        + " build, as failOn is refused:\n\n" + REFUSED + "\n  src/a.sql:4\n  refused: SHD-2104: ")
                .hasMessageNotContaining(ALL);
        mojo.failOn = "never";
        mojo.execute();
    }

    @Test
    void allDataNodesFailItWhereTheyAreNamed() throws Exception {
        file("src/a.sql", ONE + ";\n\n" + ALL + ";\n");
        mojo.files = List.of("src/a.sql");
        mojo.failOn = "all";
        assertThatThrownBy(mojo::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining(ALL + "\n  src/a.sql:3\n  all-nodes")
                .hasMessageContaining("\n  → Give t_order.user_id one value each by =")
                .hasMessageNotContaining(ONE);
    }

    @Test
    void aLogIsReadToo() throws Exception {
        String entry = "2026-11-25T19:06:45.372571Z\t   10 Query\t";
        file(
                "general.log",
                entry + "SELECT * FROM t_order WHERE user_id = 1\n" + entry
                        + "SELECT * FROM t_order WHERE user_id = 2\n");
        mojo.files = List.of("*.log");
        mojo.log = "mysql";
        mojo.failOn = "several";
        mojo.execute();
        assertThat(told).containsExactly("1 statement: one-node 1");
    }

    @Test
    void mistakesOfTheProjectNameTheParameter() throws Exception {
        mojo.files = List.of("src/**/*.sql");
        assertMistake("There is no file src/**/*.sql in " + folder + ". Correct it in <files>.");
        mojo.files = List.of();
        assertMistake("Name some with <files>");
        file("src/a.sql", ONE);
        mojo.files = List.of("src/a.sql");
        mojo.failOn = "some";
        assertMistake("<failOn> is several, all, steps, refused, never, not some.");
        mojo.failOn = "refused";
        mojo.log = "oracle";
        assertMistake("<log> is mysql, postgresql, not oracle.");
        mojo.log = null;
        mojo.configuration = folder.resolve("other.yaml").toFile();
        assertMistake("There is no file " + folder.resolve("other.yaml") + ". Name the YAML");
        mojo.configuration = null;
        assertMistake("<configuration>");
    }

    @Test
    void mistakesOfFilesNameThemAndTheLine() throws Exception {
        file("src/m.xml", "<mapper>\n  <select>\n</mapper>");
        mojo.files = List.of("src/m.xml");
        assertMistake("src/m.xml:3 is no XML");
    }

    @Test
    void aMissingDriverIsADependencyOfThePlugin() throws Exception {
        file("src/a.sql", ONE);
        mojo.files = List.of("src/a.sql");
        file("sharding.yaml", "dataSources:\n  ds_0:\n    jdbcUrl: jdbc:mysql://localhost/shop\n" + RULES);
        assertMistake("Data source ds_0 needs a JDBC driver for jdbc:mysql, and there is none. Add"
                + " com.mysql:mysql-connector-j to the <dependencies> of sharding-jdbc-maven-plugin.");
    }

    @Test
    void nothingIsLookedAtWhereItIsSkipped() throws Exception {
        mojo.skip = true;
        mojo.configuration = null;
        mojo.execute();
        assertThat(told).hasSize(1);
    }

    private void assertMistake(String message) {
        assertThatThrownBy(mojo::execute)
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining(message);
    }
}
