/**
 * What {@link org.shardingjdbc.jdbc.ShardingDataSource#check()} is asked and answers: whether the databases are as the
 * configuration says, and what to do where they are not.
 */
@NullMarked
package org.shardingjdbc.jdbc.check;

import org.jspecify.annotations.NullMarked;
