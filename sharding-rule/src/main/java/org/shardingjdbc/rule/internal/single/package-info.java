/**
 * The rule {@code !SINGLE}. Its configuration enters; pinned tables leave, and patterns for those that are found later.
 * Begin with {@link org.shardingjdbc.rule.internal.single.SingleRuleProvider}, which is found by its service entry.
 */
@NullMarked
package org.shardingjdbc.rule.internal.single;

import org.jspecify.annotations.NullMarked;
