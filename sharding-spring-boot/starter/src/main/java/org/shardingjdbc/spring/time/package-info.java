/** Keeps the tables of {@code !TIME_TABLES} where the module sharding-scaling is there. Boot begins it. */
@NullMarked
package org.shardingjdbc.spring.time;

import org.jspecify.annotations.NullMarked;
