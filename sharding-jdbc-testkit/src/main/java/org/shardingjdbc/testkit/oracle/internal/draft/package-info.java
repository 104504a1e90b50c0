/**
 * What the makers of random SQL hand to each other: expressions, sources, what is visible and what is asked for.
 * Choices enter, parts of a statement leave. Begin with
 * {@link org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft}; called by the makers in the package for SQL.
 */
package org.shardingjdbc.testkit.oracle.internal.draft;
