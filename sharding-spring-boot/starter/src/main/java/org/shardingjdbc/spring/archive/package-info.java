/**
 * What a start does whose only purpose is an archive of the JVM's classes. Sharding data sources enter, nothing leaves.
 * Begin with {@link org.shardingjdbc.spring.archive.ShardingTrainingAutoConfiguration}.
 */
@NullMarked
package org.shardingjdbc.spring.archive;

import org.jspecify.annotations.NullMarked;
