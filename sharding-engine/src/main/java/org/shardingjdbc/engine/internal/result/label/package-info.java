/**
 * What clients call the columns and tables of a result. A plan and the shard's own metadata enter; logic names leave,
 * by {@link org.shardingjdbc.engine.internal.result.label.LogicNames}: the names in the SQL, and not those of actual
 * tables. {@link org.shardingjdbc.engine.internal.result.label.KnownColumns} describes a result before anything is
 * executed. Asked by result sets, their metadata, and whoever shows the catalog.
 */
package org.shardingjdbc.engine.internal.result.label;
