package org.shardingjdbc.parser.internal.ast;

/**
 * The frame of a window. Of a bound that is only PRECEDING or FOLLOWING, the value is in {@link Window#frameBounds}.
 *
 * @param unit ROWS, RANGE or GROUPS
 * @param start UNBOUNDED PRECEDING, PRECEDING, CURRENT ROW, ...
 * @param end null without BETWEEN
 * @param exclusion CURRENT ROW, GROUP, TIES or NO OTHERS; or null
 */
public record Frame(String unit, String start, String end, String exclusion) {}
