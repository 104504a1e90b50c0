/**
 * Registries that govern sharding data sources: one configuration for many instances. Who writes a registry of another
 * kind implements {@link org.shardingjdbc.governance.RepositoryProvider}; all else is internal, and found by the core
 * through its own seam.
 */
@NullMarked
package org.shardingjdbc.governance;

import org.jspecify.annotations.NullMarked;
