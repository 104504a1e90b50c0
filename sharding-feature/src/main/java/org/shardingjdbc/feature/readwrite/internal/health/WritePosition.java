package org.shardingjdbc.feature.readwrite.internal.health;

/**
 * How far the log of a primary was at a time.
 *
 * @param nanos by {@link System#nanoTime()}, before the primary was asked
 * @param position behind all that was committed by then
 */
record WritePosition(long nanos, String position) {}
