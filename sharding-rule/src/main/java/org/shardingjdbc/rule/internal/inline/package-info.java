/**
 * The inline expression language: <code>ds_${0..1}.t_order_${order_id % 4}</code>. A text enters once,
 * {@link org.shardingjdbc.rule.internal.inline.InlineExpression} leaves and is evaluated for each value. It is a small
 * language of our own that reads like the Groovy that ShardingSphere takes and computes the same results; what it does
 * not know is refused with its position. The rule compiler and the INLINE algorithms call it.
 */
@NullMarked
package org.shardingjdbc.rule.internal.inline;

import org.jspecify.annotations.NullMarked;
