/**
 * Tables per day, month or year in a Spring Boot application. The sharding data sources of the context enter; where the
 * module sharding-scaling is there and one has the rule {@code !TIME_TABLES}, its tables are made and retired until the
 * context is closed. Begin with {@link org.shardingjdbc.spring.time.TimeTablesAutoConfiguration}, which Boot calls.
 */
@NullMarked
package org.shardingjdbc.spring.time;

import org.jspecify.annotations.NullMarked;
