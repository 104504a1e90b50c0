/**
 * One configuration for many instances, and what they know of each other: the seam between a sharding data source and
 * the registry that governs it. {@link org.shardingjdbc.jdbc.governance.Governance} is what applications see; who
 * writes a registry implements {@link org.shardingjdbc.jdbc.governance.GovernanceProvider}. Texts go in and out, none
 * of the library's insides.
 */
@NullMarked
package org.shardingjdbc.jdbc.governance;

import org.jspecify.annotations.NullMarked;
