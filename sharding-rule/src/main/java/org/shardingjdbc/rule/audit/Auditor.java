package org.shardingjdbc.rule.audit;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.execution.RoutedStatement;

/** Looks at the statements on tables that name it. Immutable or thread-safe: all threads share it. */
@FunctionalInterface
public interface Auditor {
    /**
     * Looks at one execution of a statement that reads or writes rows, before a data node is touched; it must be quick.
     * The steps of a statement are audited as well.
     *
     * @param table the logic table that names the auditor
     * @param execution what is known of it
     * @return why it is refused, as a clause that follows a colon; null where it is allowed
     */
    @Nullable
    String refusal(String table, RoutedStatement execution);
}
