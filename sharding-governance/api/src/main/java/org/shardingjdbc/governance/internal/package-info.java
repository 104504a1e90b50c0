/**
 * What all registries share: which document counts, versions, instances, switches and leases over a
 * {@link org.shardingjdbc.governance.Repository}. The core enters by {@code RegistryProvider}.
 */
@NullMarked
package org.shardingjdbc.governance.internal;

import org.jspecify.annotations.NullMarked;
