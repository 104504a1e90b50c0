package org.shardingjdbc.testkit.oracle;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.Trial.JudgedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.StatementGenerator;
import org.shardingjdbc.testkit.oracle.internal.sql.SqlGenerator;

/**
 * Asks a plain database and a sharded one the same random statements and reports what they answer differently. Equal
 * seeds ask the same. Not thread-safe; may run several times.
 *
 * <pre>{@code
 * OracleReport report = Oracle.on(plain, sharded).run(seed, 2_000);
 * System.out.println(report);
 * report.assertNoDifference();
 * }</pre>
 */
public final class Oracle {
    /** Opens the sharding DataSource that a YAML document describes; closed afterwards if it is AutoCloseable. */
    @FunctionalInterface
    public interface Opener {
        /** Opens the configuration; the oracle closes what is closeable. */
        DataSource open(String yaml) throws Exception;
    }

    private static final int MOST_SHRUNK = 10;

    private final ArenaSource arenas;
    private final StatementGenerator generator;
    private final String title;

    private Oracle(ArenaSource arenas, StatementGenerator generator, String title) {
        this.arenas = arenas;
        this.generator = generator;
        this.title = title;
    }

    /**
     * Over random schemas with random rows.
     *
     * @param server where databases are created whose names begin with {@code oracle_}
     * @param opener makes the sharded side
     */
    public static Oracle onGeneratedSchemas(TestServer server, Opener opener) {
        return onGeneratedSchemas(server, opener, new SqlGenerator());
    }

    /** As {@link #onGeneratedSchemas(TestServer, Opener)}, with statements of one's own. */
    public static Oracle onGeneratedSchemas(TestServer server, Opener opener, StatementGenerator generator) {
        return onGeneratedSchemas(server, opener, generator, FurtherRules.NONE);
    }

    /** As {@link #onGeneratedSchemas(TestServer, Opener)}, with further rules on the sharded side. */
    public static Oracle onGeneratedSchemas(
            TestServer server, Opener opener, StatementGenerator generator, FurtherRules rules) {
        return new Oracle(
                new GeneratedArenas(server, opener, rules),
                generator,
                server.kind().title());
    }

    /**
     * Over the schema and the rows that two databases have. Writes are made in transactions that are rolled back.
     *
     * @param plain one database with all rows
     * @param sharded the sharding DataSource over the same rows
     */
    public static Oracle on(DataSource plain, DataSource sharded) throws SQLException {
        return on(plain, sharded, new SqlGenerator());
    }

    /** As {@link #on(DataSource, DataSource)}, with statements of one's own. */
    public static Oracle on(DataSource plain, DataSource sharded, StatementGenerator generator) throws SQLException {
        try (Connection one = plain.getConnection();
                Connection other = sharded.getConnection()) {
            SchemaModel schema = OracleSchemaReader.read(one, other);
            return new Oracle(
                    new OwnArena(plain, sharded, schema),
                    generator,
                    schema.kind().title());
        }
    }

    /**
     * Asks.
     *
     * @param seed what everything random follows from
     * @param statements how many statements, about: transactions have several
     */
    public OracleReport run(long seed, int statements) {
        return run(seed, 0, statements, Integer.MAX_VALUE, MOST_SHRUNK);
    }

    /** As {@link #run}, but ends with the first difference. */
    public OracleReport runUntilDifference(long seed, int statements) {
        return run(seed, 0, statements, 1, MOST_SHRUNK);
    }

    /**
     * As {@link #runUntilDifference}, but does not look for less that differs too, which takes longer than the rest.
     *
     * @param first how many statements of the first schema are left out
     */
    public OracleReport runUntilAnyDifference(long seed, int first, int statements) {
        return run(seed, first, statements, 1, 0);
    }

    private OracleReport run(long seed, int first, int statements, int differences, int shrunk) {
        OracleReport report = new OracleReport(title, seed, statements, differences);
        for (int number = 0; !report.isComplete(); number++) {
            try (Arena arena = arenas.open(seed + number)) {
                ask(arena, seed + number, number == 0 ? first : 0, report, shrunk);
            } catch (ServerCrash crash) {
                report.crashed(crash);
                arenas.replaceServer();
            } catch (Exception | StackOverflowError e) {
                throw new IllegalStateException("Seed " + (seed + number) + " on " + title + ": " + e.getMessage(), e);
            }
        }
        return report;
    }

    private void ask(Arena arena, long schemaSeed, int first, OracleReport report, int shrunk) throws SQLException {
        int until = report.asked() + arenas.statementsPerArena();
        for (int number = first; report.asked() < until && !report.isComplete(); number++) {
            long seed = schemaSeed * 1_000_003L + number;
            RandomChoices choices = RandomChoices.ofSeed(seed);
            TrialKind kind = TrialKind.of(choices, arena.isRestorable());
            Manner manner = Manner.of(choices, kind, arena.isRestorable());
            RandomChoices own = RandomChoices.ofSeed(seed + 1);
            List<GeneratedStatement> statements = kind.generate(generator, arena.model(), own);
            if (!arenas.mayAsk(statements, arena)) {
                continue;
            }
            Trial trial = new Trial(arena);
            JudgedStatement different = null;
            for (JudgedStatement judged : trial.run(statements, manner)) {
                report.count(judged);
                different = judged.verdict().kind().isDefect() ? judged : different;
            }
            if (different != null) {
                // what differs once may be alike when it is repeated, so this is told, too
                String where = "seed %d, schema %d, statement %d%n%s;%n%s"
                        .formatted(
                                report.seed(),
                                schemaSeed,
                                number,
                                different.statement().sql(),
                                Reproduction.answers(different));
                report.difference(
                        report.differences().size() < shrunk
                                ? new Shrinker(arena, kind, generator)
                                        .shrink(own.taken(), manner)
                                        .describe(where)
                                : where);
            }
        }
    }

    /** The user's own databases, the same for all statements. */
    record OwnArena(DataSource plain, DataSource sharded, SchemaModel schema) implements ArenaSource {
        @Override
        public Arena open(long seed) {
            return new Arena(new OracleConnections(plain, sharded), schema, null, () -> {});
        }

        @Override
        public int statementsPerArena() {
            return Integer.MAX_VALUE / 2;
        }
    }
}
