/** {@code !SHARDING}: compiles its configuration to partitioned tables, which choose data nodes by their strategies. */
package org.shardingjdbc.rule.internal.sharding;
