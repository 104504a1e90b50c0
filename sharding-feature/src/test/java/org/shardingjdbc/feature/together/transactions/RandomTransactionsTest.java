package org.shardingjdbc.feature.together.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.feature.together.transactions.TransactionFixture.Rules;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Random transactions, with savepoints, batches, cursors and statements that fail in the middle: the application is
 * told the same as by one plain database, others see the same meanwhile, and no connection is left in use afterwards.
 * More of it by {@code -Dtransactions.steps=4000 -Dtransactions.seed=72}.
 */
@Tag("random")
class RandomTransactionsTest {
    private static final int STEPS = Integer.getInteger("transactions.steps", 250);
    private static final long SEED = Long.getLong("transactions.seed", 73);
    private static final int STEPS_OF_CONNECTION = 40;
    private static final int SHOWN = 30;

    @TempDir
    private static Path logs;

    private final List<String> course = new ArrayList<>();
    private DatabaseKind kind;
    private Side plain;
    private Side sharded;
    private int failed;

    static Stream<Arguments> cells() {
        return Arrays.stream(DatabaseKind.values()).flatMap(kind -> Stream.of("LOCAL", "XA")
                .flatMap(type -> Arrays.stream(Rules.values()).map(rules -> Arguments.of(kind, type, rules))));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void areToldAsByOneDatabase(DatabaseKind on, String type, Rules rules) throws SQLException {
        kind = on;
        RandomSteps steps = new RandomSteps(SEED, kind);
        try (TransactionFixture fixture = TransactionFixture.on(kind, type, rules, logs);
                Side first = new Side(fixture::openPlain);
                Side second = new Side(fixture.sharded()::getConnection)) {
            plain = first;
            sharded = second;
            for (int i = 1; i <= STEPS; i++) {
                // not on H2, whose BEGIN is another one
                boolean texts = kind != DatabaseKind.H2 && (i - 1) / STEPS_OF_CONNECTION % 2 == 1;
                run(steps.next(texts));
                if (i % STEPS_OF_CONNECTION == 0) {
                    reopen(fixture);
                }
            }
        }
        assertThat(failed).as("steps that failed").isBetween(STEPS / 50, STEPS * 9 / 10);
    }

    private void run(Step step) throws SQLException {
        Answer ofSharded = step.on(sharded);
        course.add(step + " -> " + ofSharded);
        if (ofSharded instanceof Answer.Failed failure && isOursAlone(step, failure)) {
            return;
        }
        Answer ofPlain = step.on(plain);
        if (ofPlain instanceof Answer.Failed) {
            failed++;
            boolean undone = ofSharded instanceof Answer.Failed failure && failure.undoesBatch();
            if (undone && !ofPlain.allows(ofSharded)) {
                // ours is undone as a whole, and says so; what the plain database has done of it goes as well
                plain.undoBatch();
                return;
            }
        }
        assertThat(ofPlain.allows(ofSharded))
                .as(() -> "plain " + ofPlain + ", sharded as last of\n"
                        + String.join("\n", course.subList(Math.max(0, course.size() - SHOWN), course.size())))
                .isTrue();
        if (ofSharded instanceof Answer.Failed failure && failure.isRollback()) {
            // setAutoCommit(true) that fails leaves the mode as it was
            sharded.writer().setAutoCommit(plain.writer().getAutoCommit());
        }
    }

    /** PostgreSQL's driver lets a single statement write on a read-only connection; several together it does not. */
    private boolean isOursAlone(Step step, Answer.Failed failure) throws SQLException {
        // PostgreSQL gives the transaction up for a text with an unknown name
        boolean given = kind == DatabaseKind.POSTGRESQL && step.text().contains(" SAVEPOINT ");
        return failure.wantsTransaction()
                || failure.wantsSavepoint() && !given
                || kind == DatabaseKind.POSTGRESQL && failure.isReadOnly() && !sharded.inTransaction();
    }

    /** With whatever is open. */
    private void reopen(TransactionFixture fixture) throws SQLException {
        plain.close();
        sharded.close();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (inUse(fixture) > 0) {
            assertThat(System.nanoTime() - deadline)
                    .as(() -> "connections in use, after\n"
                            + String.join("\n", course.subList(course.size() - STEPS_OF_CONNECTION, course.size())))
                    .isNegative();
            Thread.onSpinWait();
        }
        plain.open();
        sharded.open();
        course.add("closed and opened");
    }

    private static int inUse(TransactionFixture fixture) {
        return fixture.sharded().dataSources().values().stream()
                .mapToInt(
                        pool -> ((HikariDataSource) pool).getHikariPoolMXBean().getActiveConnections())
                .sum();
    }
}
