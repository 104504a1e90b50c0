package io.shardingjdbc.testkit.oracle;

import io.shardingjdbc.testkit.TestServer;
import io.shardingjdbc.testkit.oracle.Trial.Judged;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

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
    public static Oracle onGeneratedSchemas(TestServer server, Opener opener, StatementGenerator generator) {
        return new Oracle(
                new GeneratedArenas(server, opener), generator, server.kind().title());
    }

    /**
     * Asks.
     *
     * @param seed what everything random follows from
     * @param statements how many statements, about: transactions have several
     */
    public OracleReport run(long seed, int statements) {
        OracleReport report = new OracleReport(title, seed);
        for (int number = 0; report.asked() < statements; number++) {
            try (Arena arena = arenas.open(seed + number)) {
                int until = Math.min(statements, report.asked() + arenas.statementsPerArena());
                ask(arena, seed + number, until, report);
            } catch (Exception e) {
                throw new IllegalStateException("Seed " + (seed + number) + " on " + title + ": " + e.getMessage(), e);
            }
        }
        return report;
    }

    private void ask(Arena arena, long schemaSeed, int until, OracleReport report) throws SQLException {
        for (int number = 0; report.asked() < until; number++) {
            long seed = schemaSeed * 1_000_003L + number;
            Choices choices = Choices.ofSeed(seed);
            TrialKind kind = TrialKind.of(choices);
            Manner manner = Manner.of(choices, kind, arena.isRestorable());
            Choices own = Choices.ofSeed(seed + 1);
            List<GeneratedStatement> statements = kind.generate(generator, arena.model(), own);
            Trial trial = new Trial(arena);
            boolean differs = false;
            for (Judged judged : trial.run(statements, manner)) {
                report.count(judged);
                differs |= judged.verdict().kind().isDefect();
            }
            if (differs) {
                String where = "seed %d, schema %d, statement %d".formatted(report.seed(), schemaSeed, number);
                report.difference(
                        report.differences().size() < MOST_SHRUNK
                                ? new Shrinker(arena, kind, generator)
                                        .shrink(own.taken(), manner)
                                        .describe(where)
                                : where + ": " + statements.get(0).sql());
            }
        }
    }
}
