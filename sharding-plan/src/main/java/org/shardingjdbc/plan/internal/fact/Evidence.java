package org.shardingjdbc.plan.internal.fact;

/**
 * By what a rule proved something of a statement, as EXPLAIN SHARDING shows it. Holds no values of the statement, only
 * names. Immutable, kept with the plan.
 *
 * @param rule what the rule is about, such as {@code groups}
 * @param by what it found, such as {@code GROUP BY contains user_id of t_order}
 */
public record Evidence(String rule, String by) {
    @Override
    public String toString() {
        return rule + ": " + by;
    }
}
