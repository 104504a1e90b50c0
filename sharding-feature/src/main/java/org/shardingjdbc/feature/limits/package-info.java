/**
 * The rule {@code !LIMITS} as applications configure it in Java. What statements may reach, return, hold and take
 * enters, and what guards a data source that does not answer. Begin with
 * {@link org.shardingjdbc.feature.limits.LimitsConfiguration}; what the rule does is in {@code internal}.
 */
@NullMarked
package org.shardingjdbc.feature.limits;

import org.jspecify.annotations.NullMarked;
