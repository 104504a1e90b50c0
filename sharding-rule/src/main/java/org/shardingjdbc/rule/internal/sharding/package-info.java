/**
 * The rule {@code !SHARDING}. Its configuration enters, partitioned tables leave, which choose data nodes by their
 * strategies. Begin with {@link org.shardingjdbc.rule.internal.sharding.ShardingRuleProvider}, which is found by its
 * service entry, and {@link org.shardingjdbc.rule.internal.sharding.ShardingRuleCompiler}.
 */
@NullMarked
package org.shardingjdbc.rule.internal.sharding;

import org.jspecify.annotations.NullMarked;
