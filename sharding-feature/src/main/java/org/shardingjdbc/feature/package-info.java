/**
 * Rules besides sharding, a package for each: read-write splitting, encryption, masking, shadow, limits. They enter
 * through {@code META-INF/services} and know the interfaces of {@link org.shardingjdbc.rule} only; the engine knows
 * none of them.
 */
package org.shardingjdbc.feature;
