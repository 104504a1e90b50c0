/**
 * Hints for all statements of a method. An annotation that users write enters; a hint around the call leaves. Begin
 * with {@link org.shardingjdbc.spring.hint.ShardingHinted} and
 * {@link org.shardingjdbc.spring.hint.ShardingHintAutoConfiguration}, which Boot calls.
 */
@NullMarked
package org.shardingjdbc.spring.hint;

import org.jspecify.annotations.NullMarked;
