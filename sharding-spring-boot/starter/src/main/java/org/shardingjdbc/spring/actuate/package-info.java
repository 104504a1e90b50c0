/**
 * What operators see of the sharding data sources of a Spring Boot application. The data sources enter; health, meters
 * and an endpoint leave. Begin with {@link org.shardingjdbc.spring.actuate.ShardingEndpointAutoConfiguration}; called
 * by Boot where its actuator is there.
 */
@NullMarked
package org.shardingjdbc.spring.actuate;

import org.jspecify.annotations.NullMarked;
