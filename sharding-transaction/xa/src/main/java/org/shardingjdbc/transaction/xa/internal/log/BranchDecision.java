package org.shardingjdbc.transaction.xa.internal.log;

/**
 * A decision of a coordinator about a transaction, or that it can be forgotten.
 *
 * @param transaction the global part of the names of its branches, as text; at most 64 characters
 * @param text for the coordinator that made it, at most 250 characters; null when it can be forgotten
 * @param whenWritten run once, when it is in the log
 */
public record BranchDecision(String transaction, String text, Runnable whenWritten) {}
