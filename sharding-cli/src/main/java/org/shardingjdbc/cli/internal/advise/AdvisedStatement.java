package org.shardingjdbc.cli.internal.advise;

import org.shardingjdbc.jdbc.advise.Advice;

/**
 * A statement with the advice on it. Immutable.
 *
 * @param found where it is, and how often
 */
public record AdvisedStatement(FoundStatement found, Advice advice) {}
