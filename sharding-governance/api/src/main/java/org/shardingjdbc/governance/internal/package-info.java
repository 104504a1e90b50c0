/**
 * What all registries share: which document counts, versions, instances, switches and leases over a
 * {@link org.shardingjdbc.governance.Repository}. The core enters by {@code RegistryProvider}.
 */
package org.shardingjdbc.governance.internal;
