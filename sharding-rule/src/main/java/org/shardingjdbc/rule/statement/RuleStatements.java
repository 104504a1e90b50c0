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
     * Reads a text, once for each plan that is made: quick where the text is none of its own, which every other text
     * is.
     *
     * @return null for a text of somebody else; such as any database knows must be among them
     * @throws org.shardingjdbc.error.ShardingException when the text is one of its own and wrong, with the place
     */
    @Nullable
    RuleStatement<C> read(String sql);
}
