package org.shardingjdbc.rule.statement;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * Reads the statements of a kind of rule, such as {@code SHOW LOOKUP RULES}. They are allowed where those of DistSQL
 * are. Stateless, safe for all threads.
 *
 * @param <C> the configuration of the rule
 */
@Incubating
@FunctionalInterface
public interface RuleStatements<C extends RuleConfiguration> {
    /**
     * Parses a text; called once for each plan. It must be quick for texts that are none of its statements, as almost
     * all are.
     *
     * @return null for a text that is none of its statements; every statement of a database must be among these
     * @throws org.shardingjdbc.error.ShardingException when the text is one of its own and wrong, with the place
     */
    @Nullable
    RuleStatement<C> read(String sql);
}
