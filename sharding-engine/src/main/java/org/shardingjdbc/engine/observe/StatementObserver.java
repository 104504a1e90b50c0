package org.shardingjdbc.engine.observe;

import org.jspecify.annotations.Nullable;

/**
 * Is notified of the statements of a sharding data source, from {@code ShardingDataSource.observe} on. Methods are
 * called by the threads of the application and must be quick; what they throw is logged and harms no statement.
 *
 * <p>While somebody observes, no statement takes the shortest way: a point SELECT costs some hundred nanoseconds more.
 * Who only counts takes {@link Statistics}.
 */
@FunctionalInterface
public interface StatementObserver {
    /**
     * The application executes a statement, or a batch.
     *
     * @return what is notified of its progress; null for nothing
     */
    @Nullable
    StatementObservation begins(ObservedStatement statement);
}
