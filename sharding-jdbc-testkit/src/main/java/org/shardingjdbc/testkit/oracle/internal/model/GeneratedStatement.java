package org.shardingjdbc.testkit.oracle.internal.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A statement and how its answers compare.
 *
 * @param sql its text
 * @param parameters values for its {@code ?}, in order; null is NULL
 * @param write whether it answers with an update count
 * @param orderKeys the 1-based columns of the result by which its rows are sorted: rows that are equal in all of them
 *     may come in any order, the groups of them may not; empty when it promises no order
 * @param totalOrder whether the whole order is certain; then {@code orderKeys} does not matter
 * @param undo statements that take back what it defines, in order, whether it was executed or not; empty unless it
 *     defines or alters something
 * @param asksOfLast whether it asks what the statement before it has left in the session, so that nothing else may be
 *     executed between the two
 */
public record GeneratedStatement(
        String sql,
        List<Object> parameters,
        boolean write,
        List<Integer> orderKeys,
        boolean totalOrder,
        List<String> undo,
        boolean asksOfLast) {
    public GeneratedStatement {
        parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
        orderKeys = List.copyOf(orderKeys);
        undo = List.copyOf(undo);
    }

    /** A query, or a statement that changes rows only. */
    public GeneratedStatement(
            String sql, List<Object> parameters, boolean write, List<Integer> orderKeys, boolean totalOrder) {
        this(sql, parameters, write, orderKeys, totalOrder, List.of(), false);
    }

    /** A statement that defines or alters something. */
    public static GeneratedStatement definition(String sql, String... undo) {
        return new GeneratedStatement(sql, List.of(), true, List.of(), false, List.of(undo), false);
    }

    /** A query without parameters that asks what the statement before it has left in the session. */
    public static GeneratedStatement ofLast(String sql) {
        return new GeneratedStatement(sql, List.of(), false, List.of(), false, List.of(), true);
    }

    /** The same behind some words. */
    public GeneratedStatement behind(String words) {
        return new GeneratedStatement(words + sql, parameters, write, orderKeys, totalOrder, undo, asksOfLast);
    }

    public boolean isDefinition() {
        return !undo.isEmpty();
    }
}
