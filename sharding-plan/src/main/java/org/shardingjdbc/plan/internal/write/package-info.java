/**
 * Writes: what is checked and edited of an INSERT whichever units its rows go to, and the steps of a write that no rule
 * proves. {@link org.shardingjdbc.plan.internal.write.WriteSteps} is the entry of the steps.
 */
package org.shardingjdbc.plan.internal.write;
