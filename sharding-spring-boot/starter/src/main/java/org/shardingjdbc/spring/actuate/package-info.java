/**
 * What operators see of the sharding data sources of a Spring Boot application: health, meters, an endpoint. Called by
 * Boot's auto-configuration where its actuator is there.
 */
package org.shardingjdbc.spring.actuate;
