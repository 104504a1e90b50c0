/**
 * What runs on connections for an execution: a task for each unit that the plan prepared ({@code plan.internal.unit}),
 * each a driver's statement. {@link org.shardingjdbc.engine.internal.task.UnitsWork} is the entry: units and parameters
 * enter, open statements of data nodes and what they returned leave. It keeps prepared statements, and knows no
 * statement of ours: what fills one is {@code internal.statement}, what gives the tasks their connections
 * {@code internal.session}. The words: the <em>work</em> of a run is all its <em>tasks</em>; a task is what one
 * statement of a driver does.
 */
package org.shardingjdbc.engine.internal.task;
