/**
 * Rules besides sharding, a package for each: read-write splitting, encryption, masking, shadow, limits. They enter
 * through {@code META-INF/services} and know the interfaces of {@link org.shardingjdbc.rule} only; the engine knows
 * none of them.
 */
@NullMarked
package org.shardingjdbc.feature;

import org.jspecify.annotations.NullMarked;
