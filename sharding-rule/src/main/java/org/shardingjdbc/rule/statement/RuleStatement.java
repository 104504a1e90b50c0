package org.shardingjdbc.rule.statement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * A parsed statement of a rule: it returns rows, or changes the configuration. Immutable, shared by all threads, kept
 * with the plans.
 *
 * @param <C> the configuration of the rule
 */
@Incubating
public sealed interface RuleStatement<C extends RuleConfiguration> {
    /** One that returns rows. */
    @Incubating
    non-sealed interface Showing<C extends RuleConfiguration> extends RuleStatement<C> {
        /**
         * The rows.
         *
         * @param configured every rule of its kind as it is configured now; often none
         * @throws org.shardingjdbc.error.ShardingException when it cannot be answered
         */
        RuleRows rows(List<C> configured);
    }

    /** One that changes the configuration. */
    @Incubating
    non-sealed interface Changing<C extends RuleConfiguration> extends RuleStatement<C> {
        /**
         * The next configuration; no other change happens meanwhile.
         *
         * @param configured the first rule of its kind; null where there is none
         * @return null to remove the rules of its kind
         * @throws org.shardingjdbc.error.ShardingException when it is refused; then nothing has changed
         */
        @Nullable
        C changed(@Nullable C configured);
    }

    /**
     * Rows of texts. Immutable.
     *
     * @param columns their labels
     * @param rows as many values as columns; a value may be null
     */
    @Incubating
    record RuleRows(List<String> columns, List<List<@Nullable String>> rows) {
        /** Copies the lists. */
        public RuleRows {
            columns = List.copyOf(columns);
            List<List<@Nullable String>> copied = new ArrayList<>();
            rows.forEach(row -> copied.add(Collections.unmodifiableList(new ArrayList<>(row))));
            rows = List.copyOf(copied);
        }
    }
}
