package org.shardingjdbc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.codehaus.plexus.util.DirectoryScanner;
import org.shardingjdbc.cli.internal.advise.AdviceReport;
import org.shardingjdbc.cli.internal.advise.AdviceReport.AdvisedStatement;
import org.shardingjdbc.cli.internal.advise.AdviceReport.Threshold;
import org.shardingjdbc.cli.internal.advise.LogKind;
import org.shardingjdbc.cli.internal.advise.StatementSources;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.AdviceDrawing;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderType;

/**
 * Tells of the statements in the files of a project where they go, whatever their parameters are, and fails the build
 * where one goes further than it may. Executes none of them. JDBC drivers are {@code <dependencies>} of the plugin.
 */
@Mojo(name = "advise", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class AdviseMojo extends AbstractMojo {
    /** The YAML of data sources and rules, whose databases have the tables. */
    @Parameter(property = "sharding.configuration", required = true)
    File configuration;

    /**
     * Files of SQL, mapper files of MyBatis (ending in .xml) and logs of databases, as patterns relative to the project
     * such as {@code src/main/resources/mappers/**}{@code /*.xml}.
     */
    @Parameter(property = "sharding.files", required = true)
    List<String> files = new ArrayList<>();

    /** What fails the build: several, all, steps, refused, never. */
    @Parameter(property = "sharding.failOn", defaultValue = "refused")
    String failOn = "refused";

    /** What all files but mappers are: mysql or postgresql for a log of these; else their first lines tell. */
    @Parameter(property = "sharding.log")
    String log;

    /** Where placeholders in the YAML come from: environment, system_props, none. */
    @Parameter(property = "sharding.placeholderType", defaultValue = "environment")
    String placeholderType = "environment";

    /** Whether to do nothing. */
    @Parameter(property = "sharding.advise.skip", defaultValue = "false")
    boolean skip;

    /** The folder to which the patterns are relative. */
    @Parameter(defaultValue = "${project.basedir}", readonly = true)
    File basedir;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("No advice, as skip is true");
            return;
        }
        Threshold threshold = named(Threshold.class, "failOn", failOn);
        LogKind kind = log == null || log.isBlank() ? null : named(LogKind.class, "log", log);
        List<String> names = names();
        loadDrivers();
        AdviceReport report;
        try (OpenedDatabase database = open()) {
            StatementSources sources = new StatementSources(database.dialect(), kind);
            for (String name : names) {
                sources.file(basedir.toPath().resolve(name), name);
            }
            report = AdviceReport.of(database.dataSource(), sources);
        } catch (SQLException | ShardingException | IOException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        }
        tell(report, threshold);
    }

    private OpenedDatabase open() throws SQLException, MojoExecutionException {
        if (configuration == null || !configuration.isFile()) {
            throw new MojoExecutionException("There is no file " + configuration
                    + ". Name the YAML of data sources and rules with <configuration>.");
        }
        return OpenedDatabase.open(
                configuration.toPath(),
                PlaceholderType.of(placeholderType),
                artifact -> "Add " + (artifact.isEmpty() ? "the driver's artifact" : artifact)
                        + " to the <dependencies> of sharding-jdbc-maven-plugin.");
    }

    private void tell(AdviceReport report, Threshold threshold) throws MojoFailureException {
        AdviceDrawing drawing = new AdviceDrawing(Palette.PLAIN);
        drawing.draw(report).forEach(getLog()::debug);
        String totals = drawing.totals(report);
        List<AdvisedStatement> reaching = report.reaching(threshold);
        if (reaching.isEmpty()) {
            getLog().info(totals);
            return;
        }
        String shown = reaching.stream()
                .map(each -> String.join("\n", drawing.of(each)))
                .collect(Collectors.joining("\n\n"));
        throw new MojoFailureException(totals + "; these fail the build, as failOn is "
                + threshold.name().toLowerCase(Locale.ROOT) + ":\n\n" + shown);
    }

    /** The files of all patterns, each once, relative to the project. */
    private List<String> names() throws MojoExecutionException {
        List<String> names = new ArrayList<>();
        for (String pattern : files) {
            List<String> matching = matching(pattern.strip());
            if (matching.isEmpty()) {
                throw new MojoExecutionException(
                        "There is no file " + pattern.strip() + " in " + basedir + ". Correct it in <files>.");
            }
            matching.stream().filter(name -> !names.contains(name)).forEach(names::add);
        }
        if (names.isEmpty()) {
            throw new MojoExecutionException(
                    "No files to advise on. Name some with <files>, such as src/main/resources/**/*.sql.");
        }
        return names;
    }

    private List<String> matching(String pattern) {
        if (Path.of(pattern.replace('*', 'x').replace('?', 'x')).isAbsolute()) {
            return new File(pattern).isFile() ? List.of(pattern) : List.of();
        }
        DirectoryScanner scanner = new DirectoryScanner();
        scanner.setBasedir(basedir);
        scanner.setIncludes(new String[] {pattern});
        scanner.scan();
        return Arrays.stream(scanner.getIncludedFiles()).sorted().toList();
    }

    private static <E extends Enum<E>> E named(Class<E> type, String parameter, String name)
            throws MojoExecutionException {
        for (E each : type.getEnumConstants()) {
            if (each.name().equalsIgnoreCase(name.strip())) {
                return each;
            }
        }
        String known = Arrays.stream(type.getEnumConstants())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw new MojoExecutionException("<" + parameter + "> is " + known + ", not " + name + ".");
    }

    /** JDBC looks for drivers once in a JVM, which another plugin may have made it do: each registers itself again. */
    private static void loadDrivers() {
        ServiceLoader.load(Driver.class, AdviseMojo.class.getClassLoader()).forEach(driver -> {});
    }
}
