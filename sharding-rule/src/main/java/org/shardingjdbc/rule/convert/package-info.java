/**
 * A rule's part of the converter from ShardingSphere: a map of another configuration enters with its places
 * ({@link org.shardingjdbc.rule.convert.ForeignItem}), a rule of this library and a verdict on each key leave. Begin
 * with {@link org.shardingjdbc.rule.convert.RuleConversion}, which providers give; the converter of the command line
 * calls it.
 */
@NullMarked
package org.shardingjdbc.rule.convert;

import org.jspecify.annotations.NullMarked;
