package org.shardingjdbc.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.differential.ShopSchema;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.compare.ComparedOutcome;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.sqlite.SQLiteDataSource;

/**
 * The differential cases on SQLite, whichever databases they were written for: one file holds all rows, two hold the
 * shards. What the one file rejects is no case for SQLite; of the others none may be answered differently, and most are
 * answered.
 */
class SqliteDialectTest {
    private static final String[] FILES = {
        "select.cases",
        "paging.cases",
        "aggregate.cases",
        "join.cases",
        "more.cases",
        "corners.cases",
        "write.cases",
        "catalog.cases",
        "subqueries-first.cases",
        "writes-in-steps.cases"
    };
    private static final int LEAST_ANSWERED = 709;
    private static final int MOST_REFUSED = 3;

    /** What became of the cases. */
    private static final class Tally {
        private int answered;
        private final List<String> refused = new ArrayList<>();
        private final List<String> different = new ArrayList<>();

        void add(ComparedOutcome tried) {
            if (tried.plain() instanceof Outcome.Failure) {
                return;
            }
            if (tried.difference() == null) {
                answered++;
                return;
            }
            boolean refusal = tried.sharded() instanceof Outcome.Failure failure
                    && String.valueOf(failure.exception().getMessage()).startsWith("SHD-");
            (refusal ? refused : different).add(tried.title() + "\n  " + tried.sql() + "\n  " + tried.difference());
        }
    }

    @Test
    void answersLikeOneFile(@TempDir Path folder) throws Exception {
        Tally tally = new Tally();
        SQLiteDataSource plain = new SQLiteDataSource();
        plain.setUrl(url(folder, "plain"));
        try (ShardingDataSource sharded = open(folder);
                PlainAndSharded both = new PlainAndSharded(plain, sharded)) {
            ShopSchema.fill(both, DatabaseKind.H2);
            for (String file : FILES) {
                CaseFile.resource(ShopSchema.class, file).tryAll(both, tally::add);
            }
        }
        assertThat(tally.different)
                .as("answered %s, refused %s", tally.answered, tally.refused)
                .isEmpty();
        assertThat(tally.answered).isGreaterThanOrEqualTo(LEAST_ANSWERED);
        assertThat(tally.refused).hasSizeLessThanOrEqualTo(MOST_REFUSED);
    }

    private static ShardingDataSource open(Path folder) throws IOException, SQLException {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (String name : List.of("ds_0", "ds_1")) {
            Files.createDirectories(folder);
            yaml.append("  ")
                    .append(name)
                    .append(":\n    jdbcUrl: ")
                    .append(url(folder, name))
                    .append('\n');
        }
        yaml.append(ShopSchema.RULES).append("props:\n  max-connections-size-per-query: 2\n");
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** With a log that lets readers read while another connection writes. */
    private static String url(Path folder, String name) {
        return "jdbc:sqlite:" + folder.resolve(name + ".db") + "?journal_mode=WAL&busy_timeout=5000";
    }
}
