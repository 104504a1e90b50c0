/**
 * Tables and columns as their databases describe them, as records. What catalogs say enters, what placements, binding
 * and planning ask about types and keys leaves. Begin with {@link org.shardingjdbc.rule.schema.TableSchema}.
 */
@NullMarked
package org.shardingjdbc.rule.schema;

import org.jspecify.annotations.NullMarked;
