/**
 * The rule {@code !MASK}, as users see it: columns are stored as they are, and seen masked. It enters as
 * {@link org.shardingjdbc.feature.mask.MaskRuleConfiguration}; a value enters a
 * {@link org.shardingjdbc.feature.mask.MaskAlgorithm}, which applications may bring, and leaves masked.
 */
@NullMarked
package org.shardingjdbc.feature.mask;

import org.jspecify.annotations.NullMarked;
