package org.shardingjdbc.testkit.compare;

/**
 * What became of a statement that was tried.
 *
 * @param title of its case
 * @param sharded null where the plain database rejects the statement
 * @param difference null when both answered alike
 */
public record ComparedOutcome(String title, String sql, Outcome plain, Outcome sharded, String difference) {}
