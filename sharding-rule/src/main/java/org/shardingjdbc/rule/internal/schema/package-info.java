/**
 * Table metadata as plain records. The core reads them from the databases behind
 * {@link org.shardingjdbc.rule.internal.schema.Catalog}; binding and planning ask it.
 */
package org.shardingjdbc.rule.internal.schema;
