package io.shardingjdbc.route.internal.bind;

import io.shardingjdbc.parser.ast.Expression;
import io.shardingjdbc.route.internal.catalog.ColumnSchema;

/**
 * A column that a query returns, after stars are expanded.
 *
 * @param label as the database would label it, or null when only the database knows
 * @param expression null when it comes from a star
 * @param base the table column that it passes through unchanged, or null
 * @param schema type of {@code base}, or null where it is not known
 */
public record OutputColumn(String label, Expression expression, ColumnOrigin.OfTable base, ColumnSchema schema) {}
