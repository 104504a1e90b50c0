/**
 * The rule {@code !LIMITS} as applications configure it in Java: what statements may reach, return, hold and take, and
 * what guards a data source that does not answer.
 */
package org.shardingjdbc.feature.limits;
