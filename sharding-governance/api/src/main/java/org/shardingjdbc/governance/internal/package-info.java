/**
 * What all registries share. Documents and states of instances enter, over a
 * {@link org.shardingjdbc.governance.Repository}; which document counts leaves, and versions, switches and leases.
 * Begin with {@link org.shardingjdbc.governance.internal.RegistryProvider}, by which the core enters.
 */
@NullMarked
package org.shardingjdbc.governance.internal;

import org.jspecify.annotations.NullMarked;
