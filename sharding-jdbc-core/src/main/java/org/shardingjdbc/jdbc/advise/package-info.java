/**
 * What {@code ShardingDataSource.advise} tells of a statement: where it goes whatever its parameters are, and what
 * would let it go to fewer data nodes. Nothing is executed.
 */
package org.shardingjdbc.jdbc.advise;
