package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** What the configuration says of an auditor that was written for ShardingSphere: its class and what to write. */
class ForeignAuditorsTest {
    private static final String TOLD = "auditor class acme.NoFullReads implements"
            + " org.apache.shardingsphere.sharding.spi.ShardingAuditAlgorithm, which reads ShardingSphere's own model of a"
            + " statement and does not run here; write an org.shardingjdbc.rule.audit.AuditorFactory instead";

    /** The class of its model, whose jar is not here. */
    private static final String CONTEXT = """
            package org.apache.shardingsphere.infra.binder.context.statement;

            public interface SQLStatementContext {}
            """;

    private static final String AUDITOR = """
            package acme;

            import java.util.List;
            import org.apache.shardingsphere.infra.binder.context.statement.SQLStatementContext;
            import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
            import org.apache.shardingsphere.infra.metadata.database.rule.RuleMetaData;
            import org.apache.shardingsphere.sharding.spi.ShardingAuditAlgorithm;

            public class NoFullReads implements ShardingAuditAlgorithm {
                public void check(
                        SQLStatementContext statement,
                        List<Object> parameters,
                        RuleMetaData rules,
                        ShardingSphereDatabase database) {}

                public String getType() {
                    return "NO_FULL_READS";
                }
            }
            """;

    @TempDir
    private Path jar;

    private ClassLoader before;
    private URLClassLoader loader;

    @BeforeEach
    void compile() throws IOException {
        Path sources = Files.createDirectory(jar.resolve("sources"));
        Path context = Files.writeString(sources.resolve("SQLStatementContext.java"), CONTEXT);
        Path auditor = Files.writeString(sources.resolve("NoFullReads.java"), AUDITOR);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            List<String> options = List.of("-proc:none", "-cp", path, "-d", jar.toString());
            boolean done = compiler.getTask(
                            null, files, null, options, null, files.getJavaFileObjects(context, auditor))
                    .call();
            assertThat(done).isTrue();
        }
        before = Thread.currentThread().getContextClassLoader();
        loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before);
        Thread.currentThread().setContextClassLoader(loader);
    }

    @AfterEach
    void close() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        loader.close();
    }

    private static void open(String auditor) throws Exception {
        String yaml = """
                dataSources:
                  ds_0: {jdbcUrl: 'jdbc:h2:mem:foreign_auditors', username: sa}
                rules:
                - !SHARDING
                  tables:
                    t: {actualDataNodes: ds_0.t}
                  defaultAuditStrategy: {auditorNames: [own]}
                  auditors:
                    own: %s
                """.formatted(auditor);
        try (AutoCloseable opened = (AutoCloseable)
                ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))) {
            assertThat(opened).isNotNull();
        }
    }

    @Test
    void namesTheClassThatAPropertyNames() {
        assertThatThrownBy(() -> open("{type: CLASS_BASED, props: {algorithmClassName: acme.NoFullReads}}"))
                .hasMessageContaining("SHD-3001")
                .hasMessageContaining(TOLD);
    }

    @Test
    void namesTheClassThatAServiceFileLists() throws IOException {
        Path services = Files.createDirectories(jar.resolve("META-INF/services"));
        Files.writeString(
                services.resolve("org.apache.shardingsphere.sharding.spi.ShardingAuditAlgorithm"),
                "acme.NoFullReads\n");
        assertThatThrownBy(() -> open("{type: No_Full_Reads}")).hasMessageContaining(TOLD);
    }

    @Test
    void saysWhatToWriteWhereTheClassIsNone() {
        assertThatThrownBy(() -> open("{type: CLASS_BASED, props: {algorithmClassName: acme.Nowhere}}"))
                .hasMessageContaining(
                        "auditors are not named by class; write an" + " org.shardingjdbc.rule.audit.AuditorFactory");
        assertThatThrownBy(() -> open("{type: NO_FULL_WRITES}"))
                .hasMessageContaining("unknown auditor type 'NO_FULL_WRITES'");
    }
}
