package org.shardingjdbc.cli.internal.advise;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.plan.Reach.Kind;

/**
 * Advice on all statements that were found. Immutable.
 *
 * @param statements in the order in which they were found
 * @param notJudged those of mappers of which a part is put in at run time
 */
public record AdviceReport(List<AdvisedStatement> statements, List<FoundStatement> notJudged) {
    public AdviceReport {
        statements = List.copyOf(statements);
        notJudged = List.copyOf(notJudged);
    }

    /**
     * Asks for advice on each statement; executes none.
     *
     * @throws SQLException when a database cannot be asked for definitions that are needed
     */
    public static AdviceReport of(ShardingDataSource dataSource, StatementSources sources) throws SQLException {
        List<AdvisedStatement> advised = new ArrayList<>();
        for (FoundStatement each : sources.found()) {
            advised.add(new AdvisedStatement(each, dataSource.advise(each.sql())));
        }
        return new AdviceReport(advised, sources.notJudged());
    }

    /** How many statements there are of each kind, from the best to the worst. */
    public Map<Kind, Integer> totals() {
        Map<Kind, Integer> totals = new EnumMap<>(Kind.class);
        for (AdvisedStatement each : statements) {
            totals.merge(each.advice().reach().kind(), 1, Integer::sum);
        }
        return totals;
    }

    /** The statements that are as the threshold says, or worse. */
    public List<AdvisedStatement> reaching(Threshold threshold) {
        return statements.stream()
                .filter(each -> threshold.isReached(each.advice()))
                .toList();
    }

    /**
     * A statement with the advice on it. Immutable.
     *
     * @param found where it is, and how often
     */
    public record AdvisedStatement(FoundStatement found, Advice advice) {}

    /**
     * A statement as it was found. Immutable.
     *
     * @param sql the text; of those of a log that differ in literals only, the first
     * @param times how often it stands there; of a log, how often it was executed, which is 0 where it was prepared
     *     only
     * @param place where it is first; null where it is not from a file
     */
    public record FoundStatement(
            String sql, int times, @Nullable Place place) {
        FoundStatement again(int further) {
            return new FoundStatement(sql, times + further, place);
        }
    }

    /**
     * Where a statement stands. Immutable.
     *
     * @param file as it was named
     * @param line from 1
     */
    public record Place(String file, int line) {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    /** What a build takes for a failure. */
    public enum Threshold {
        /** More than one data node. */
        SEVERAL(Kind.SEVERAL_NODES),
        /** All data nodes, or worse. */
        ALL(Kind.ALL_NODES),
        /** An answer in steps, or worse. */
        STEPS(Kind.STEPS_BEYOND_ONE_NODE),
        /** A refusal. */
        REFUSED(Kind.REFUSED_BEYOND_ONE_NODE),
        /** Nothing. */
        NEVER(null);

        private final @Nullable Kind from;

        Threshold(@Nullable Kind from) {
            this.from = from;
        }

        /** Whether a statement is as this says, or worse. */
        public boolean isReached(Advice advice) {
            return from != null && advice.reach().kind().compareTo(from) >= 0;
        }
    }
}
