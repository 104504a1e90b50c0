/**
 * Where the rows of a logic table are: partitioned over data nodes, replicated, or pinned to one data source. Rules
 * make these when they are compiled; binding, routing, planning, metadata and definitions ask them, and know no rule.
 * Begin with {@link org.shardingjdbc.rule.placement.LogicTable}.
 */
@NullMarked
package org.shardingjdbc.rule.placement;

import org.jspecify.annotations.NullMarked;
