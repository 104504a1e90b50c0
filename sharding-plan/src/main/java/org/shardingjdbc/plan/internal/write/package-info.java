/**
 * Writes. A write that no rule proves enters {@link org.shardingjdbc.plan.internal.write.WriteSteps}; the steps leave
 * among which its parameters choose. What any write says to whichever unit is checked and edited by
 * {@link org.shardingjdbc.plan.internal.write.InsertEdits}. Definitions in steps are
 * {@link org.shardingjdbc.plan.internal.write.CreateTableAsSteps} and
 * {@link org.shardingjdbc.plan.internal.write.DataSourceSteps}. The ways call it.
 */
package org.shardingjdbc.plan.internal.write;
