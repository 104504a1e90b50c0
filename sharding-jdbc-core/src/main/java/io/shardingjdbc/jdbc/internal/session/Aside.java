package io.shardingjdbc.jdbc.internal.session;

import java.util.List;

/**
 * What an execution makes on a connection of its own, besides the session's.
 *
 * @param removal what removes its tables
 * @param startNanos when the statement began, by {@link System#nanoTime()}
 */
record Aside(List<String> removal, long startNanos) {}
