/**
 * The rule {@code !MASK}. Its configuration enters, the columns that it shows otherwise leave. Begin with
 * {@link org.shardingjdbc.feature.mask.internal.MaskRuleProvider}, which is found by its service entry.
 */
@NullMarked
package org.shardingjdbc.feature.mask.internal;

import org.jspecify.annotations.NullMarked;
