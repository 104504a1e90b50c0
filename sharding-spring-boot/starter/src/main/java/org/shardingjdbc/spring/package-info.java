/**
 * Sharding data sources as beans of a Spring Boot application. Its properties enter, a bean for each sharded database
 * leaves. Begin with {@link org.shardingjdbc.spring.ShardingAutoConfiguration}, which Boot 3 and 4 call; what these two
 * have in different packages is named here by text only.
 */
@NullMarked
package org.shardingjdbc.spring;

import org.jspecify.annotations.NullMarked;
