/**
 * What a plan prepares for one execution: {@link org.shardingjdbc.plan.internal.unit.ChosenUnits}, the chosen units
 * with their SQL, on one data node (nested in the compiled plan, which keeps one for each) or several
 * ({@link org.shardingjdbc.plan.internal.unit.ScatteredUnits}), and the limits that its parameters decide. Nothing runs
 * here: the engine makes tasks of the units ({@code engine.internal.task}).
 */
package org.shardingjdbc.plan.internal.unit;
