package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * A statement for one data node, as the ways see it.
 *
 * @param edits the edits for any unit, before its labels; not changed
 */
public record OnOne(Compilation compilation, SqlEdits edits) {}
