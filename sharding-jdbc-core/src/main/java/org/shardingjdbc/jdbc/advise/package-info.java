/**
 * What {@code ShardingDataSource.advise} says about a statement: {@link org.shardingjdbc.jdbc.advise.Advice} says where
 * it goes whatever its parameters are, and what would let it go to fewer data nodes. Nothing is executed.
 */
@NullMarked
package org.shardingjdbc.jdbc.advise;

import org.jspecify.annotations.NullMarked;
