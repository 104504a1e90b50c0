/**
 * Table metadata as plain records. The core reads them from the databases behind
 * {@link io.shardingjdbc.route.internal.catalog.Catalog}; binding and planning ask it.
 */
package io.shardingjdbc.route.internal.catalog;
