/**
 * How databases commit in two phases. The id of a branch of a global transaction enters, the statements for it leave.
 * Begin with {@link org.shardingjdbc.dialect.twophase.TwoPhaseCommit}, a facet that dialects implement; called by
 * coordinators.
 */
@NullMarked
package org.shardingjdbc.dialect.twophase;

import org.jspecify.annotations.NullMarked;
