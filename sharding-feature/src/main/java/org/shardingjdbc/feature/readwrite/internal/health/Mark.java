package org.shardingjdbc.feature.readwrite.internal.health;

/**
 * What a primary had written at a time.
 *
 * @param nanos by {@link System#nanoTime()}, before the primary was asked
 * @param position behind all that was committed by then
 */
record Mark(long nanos, String position) {}
