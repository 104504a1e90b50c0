/**
 * What is known of the databases behind the data sources: tables, views, functions, names. The engine reads it behind
 * {@link org.shardingjdbc.rule.internal.catalog.Catalog}; binding and planning ask it.
 */
@NullMarked
package org.shardingjdbc.rule.internal.catalog;

import org.jspecify.annotations.NullMarked;
