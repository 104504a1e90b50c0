package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.route.internal.rule.KeyGeneration;

/**
 * The keys that an INSERT gets from a generator. Before it routes, an execution appends {@code rows} keys to the
 * statement's parameters; templates and routes refer to them by those positions.
 *
 * @param generation column and generator
 * @param rows how many rows of VALUES need a key
 */
public record GeneratedKeys(KeyGeneration generation, int rows) {}
