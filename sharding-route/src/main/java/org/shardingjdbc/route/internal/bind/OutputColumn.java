package org.shardingjdbc.route.internal.bind;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * A column that a query returns, after stars are expanded.
 *
 * @param label as the database would label it, or null when only the database knows
 * @param expression null when it comes from a star
 * @param origin what it is a column of, or null where that is not known
 * @param base the table column that it passes through unchanged, or null
 * @param schema type of {@code base}, or null where it is not known
 * @param relation of a star's column, the name of the element of FROM that it is taken from, where FROM writes it; null
 *     where it has none, as a column that USING or NATURAL made
 */
public record OutputColumn(
        @Nullable String label,
        @Nullable Expression expression,
        @Nullable ColumnOrigin origin,
        ColumnOrigin.@Nullable OfTable base,
        @Nullable ColumnSchema schema,
        @Nullable Identifier relation) {}
