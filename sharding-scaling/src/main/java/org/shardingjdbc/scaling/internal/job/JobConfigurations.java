package org.shardingjdbc.scaling.internal.job;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * The two configurations of a job, of which one counts; what is no rule of its tables may change beside the job, and
 * stays so when the other one counts. Immutable.
 *
 * @param tables logic tables
 * @param found what the configuration of this process said of them when the job was made, which may be what no other
 *     process says; null where a registry tells all of them the same
 */
record JobConfigurations(
        String job,
        List<String> tables,
        ShardingConfiguration before,
        ShardingConfiguration next,
        @Nullable LayoutRules found) {
    /** What becomes of the configuration that counts then; refuses one of which that cannot be said. */
    UnaryOperator<ShardingConfiguration> toNext() {
        return now -> changed(now, before, next);
    }

    /** The same of the way back. */
    UnaryOperator<ShardingConfiguration> toBefore() {
        return now -> changed(now, next, before);
    }

    private ShardingConfiguration changed(
            ShardingConfiguration now, ShardingConfiguration counted, ShardingConfiguration other) {
        if (now.equals(counted)) {
            return other;
        }
        boolean unchanged = isRuled(now, LayoutRules.of(counted, tables)) || found != null && isRuled(now, found);
        if (!unchanged) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the rules of " + String.join(", ", tables) + " have changed since job " + job
                            + " began; make them again what they were");
        }
        LayoutRules wanted = LayoutRules.of(other, tables);
        if (!LayoutRules.areAlike(wanted.in(counted), other)) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "the configuration has changed since job " + job
                            + " began, and its next one changes more than its tables; make the job anew with both");
        }
        return wanted.in(now);
    }

    private static boolean isRuled(ShardingConfiguration now, LayoutRules tables) {
        return LayoutRules.areAlike(tables.in(now), now);
    }

    /** For who goes on and knows nothing but the name. */
    JobCatalog.JobDefinition kept(Layouts layouts) {
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        for (String table : tables) {
            nodes.put(
                    table,
                    layouts.before(table).stream().map(NodeTable::toString).toList());
        }
        LayoutRules left = LayoutRules.of(before, tables);
        LayoutRules entered = LayoutRules.of(next, tables);
        boolean isWhole = LayoutRules.areAlike(entered.in(before), next);
        return new JobCatalog.JobDefinition(left, entered, nodes, isWhole);
    }
}
