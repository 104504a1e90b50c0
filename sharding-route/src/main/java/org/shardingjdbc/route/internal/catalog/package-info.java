/**
 * Table metadata as plain records. The core reads them from the databases behind
 * {@link org.shardingjdbc.route.internal.catalog.Catalog}; binding and planning ask it.
 */
package org.shardingjdbc.route.internal.catalog;
