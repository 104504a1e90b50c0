package org.shardingjdbc.rule.execution;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** One execution of a statement that an {@link ExecutionInterceptor} has let begin. Used by one thread. */
@Incubating
@FunctionalInterface
public interface InterceptedExecution {
    /**
     * The execution has ended: its first result is there, or it has failed. Called once. Rows may still be read
     * afterwards.
     *
     * @param failure why it failed, which stays so; null where it succeeded
     * @throws org.shardingjdbc.error.ShardingException to make an execution fail that has succeeded: its results are
     *     closed, and what it wrote is not undone
     */
    void end(@Nullable Throwable failure);
}
