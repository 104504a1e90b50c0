package org.shardingjdbc.jdbc.internal.session;

import java.util.List;

/**
 * What an execution makes on a connection of its own, besides the session's.
 *
 * @param removal what removes its tables
 */
record Aside(List<String> removal) {}
