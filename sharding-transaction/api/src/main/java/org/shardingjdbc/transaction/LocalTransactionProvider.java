package org.shardingjdbc.transaction;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.Incubating;

/**
 * Makes LOCAL transactions: each data source commits by itself, one after the other in the order of the configuration.
 * The property {@code local-cross-shard} ({@code allow}, {@code warn}, {@code refuse}) says what becomes of one that
 * writes to a second data source. Safe for all threads.
 */
@Incubating
public final class LocalTransactionProvider implements TransactionProvider {
    private volatile CrossShardWrites crossShardWrites = CrossShardWrites.ALLOW;
    private volatile Map<String, Integer> order = Map.of();

    @Override
    public boolean mayBeSurrounded() {
        return false;
    }

    @Override
    public String type() {
        return "LOCAL";
    }

    @Override
    public void start(TransactionSetup setup) {
        String chosen = setup.properties().getOrDefault("local-cross-shard", "allow");
        crossShardWrites = CrossShardWrites.valueOf(chosen.toUpperCase(Locale.ROOT));
        changed(setup.sources());
    }

    @Override
    public void changed(List<TransactionSource> sources) {
        Map<String, Integer> next = new HashMap<>();
        for (TransactionSource source : sources) {
            next.put(source.name(), next.size());
        }
        order = Map.copyOf(next);
    }

    @Override
    public ShardingTransaction begin() {
        return new LocalTransaction(crossShardWrites, order);
    }

    /** What becomes of a transaction that writes to a second data source. */
    enum CrossShardWrites {
        ALLOW,
        /** It goes on, and the log says so. */
        WARN,
        /** The statement does not run. */
        REFUSE
    }
}
