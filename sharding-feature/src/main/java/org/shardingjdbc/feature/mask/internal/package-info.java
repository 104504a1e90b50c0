/**
 * Reads and compiles {@code !MASK}: {@link org.shardingjdbc.feature.mask.internal.MaskRuleProvider} is the entry, which
 * the engine finds by its service entry.
 */
@NullMarked
package org.shardingjdbc.feature.mask.internal;

import org.jspecify.annotations.NullMarked;
