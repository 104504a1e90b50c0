package org.shardingjdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.Incubating;

/**
 * Makes transactions of one type. Found through {@code META-INF/services} by its {@link #type} and {@link #name}.
 * Implementations are safe for all threads and live as long as the data source that asked for them.
 *
 * <pre>{@code
 * public final class TracedTransactions implements TransactionProvider {
 *     private final TransactionProvider local = new LocalTransactionProvider();
 *
 *     public String type() {
 *         return "TRACED";
 *     }
 *
 *     public ShardingTransaction begin() {
 *         System.out.println("begin");
 *         return local.begin();
 *     }
 * }
 * }</pre>
 */
@Incubating
public interface TransactionProvider extends AutoCloseable {
    /** The name by which configurations choose it, in upper case: {@code LOCAL}. */
    String type();

    /**
     * The name by which configurations choose among providers of one type: {@code Atomikos}; empty for the only one.
     */
    default String name() {
        return "";
    }

    /** Whether its branches are prepared before they commit, which databases do not allow for every statement. */
    default boolean isTwoPhase() {
        return false;
    }

    /**
     * Told once, before the first transaction; what an earlier process left in doubt is resolved from now on.
     *
     * @throws SQLException when transactions cannot be had: a database that lacks something, a log that cannot be
     *     opened
     */
    default void start(TransactionSetup setup) throws SQLException {}

    /**
     * Told when the data sources are others from now on; transactions that have begun keep theirs.
     *
     * @throws SQLException as {@link #start}
     */
    default void changed(List<TransactionSource> sources) throws SQLException {}

    /**
     * A new transaction without branches.
     *
     * @throws SQLException when its coordinator refuses
     */
    ShardingTransaction begin() throws SQLException;

    /** Whether threads may be in a {@link #surrounding} transaction; where they cannot be, nobody asks for it. */
    default boolean mayBeSurrounded() {
        return true;
    }

    /**
     * What stands for the transaction that the calling thread runs in, begun by somebody else and to be ended by him:
     * an application's own, of a coordinator that the provider knows. Asked before statements, so it answers at once.
     *
     * @return equal for the same transaction; empty when there is none
     * @throws SQLException when its coordinator does not tell
     */
    default Optional<Object> surrounding() throws SQLException {
        return Optional.empty();
    }

    /**
     * Takes part in the {@link #surrounding} transaction. Neither commit nor rollback is called on what is returned;
     * what is enlisted stays so until {@link ShardingTransaction#whenOver} tells.
     *
     * @throws SQLException when there is none, or its coordinator refuses
     */
    default ShardingTransaction join() throws SQLException {
        throw new UnsupportedOperationException(getClass() + " joins no transactions");
    }

    /**
     * Whether the statements of branches run on connections of its own, which it puts {@link #around} those of the
     * pools. Such a type can only be that of the configuration.
     */
    default boolean isAround() {
        return false;
    }

    /**
     * What everybody works with instead of a pooled connection, when it {@link #isAround}. Asked for each connection
     * that a pool gives out; closing it closes the pooled one.
     *
     * @param source its data source, one of those that were {@link #start}ed with or {@link #changed} to
     */
    default SurroundedConnection around(TransactionSource source, Connection pooled) {
        throw new UnsupportedOperationException(getClass() + " puts nothing around connections");
    }

    /**
     * The branches that are prepared in the databases and wait for a decision, those of other nodes too; nothing is
     * changed.
     *
     * @throws SQLException when a database cannot be asked
     */
    default List<BranchInDoubt> inDoubt() throws SQLException {
        return List.of();
    }

    /** The data source is closed; no transaction follows. */
    @Override
    default void close() {}
}
