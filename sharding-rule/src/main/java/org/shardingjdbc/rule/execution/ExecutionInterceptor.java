package org.shardingjdbc.rule.execution;

import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Stands around the executions of one statement: it is called before each of them, and may refuse it; what it returns
 * is called afterwards, whether the execution succeeded or not. Several rules stand around each other in the order in
 * which rules apply, the first one outermost. Immutable, shared by all threads; called by the thread that executes.
 *
 * <p>An execution is what the application asked for: a statement with all of its steps, retries and the statements that
 * rules write beside it, or all rows of a PreparedStatement's batch. Each text of a Statement's batch is an execution
 * of its own. Calls ({@code prepareCall}) are the driver's own and are not intercepted.
 *
 * <pre>{@code
 * hints -> {
 *     Permit permit = permits.take(hints.reader());
 *     return failure -> permit.giveBack();
 * }
 * }</pre>
 */
@Incubating
@FunctionalInterface
public interface ExecutionInterceptor {
    /**
     * An execution begins; no data source was touched for it.
     *
     * @param hints those of the open scopes, the connection and the statement's comment together, never null
     * @return called when the execution has ended
     * @throws org.shardingjdbc.error.ShardingException to refuse the execution
     */
    InterceptedExecution begin(HintValues hints);
}
