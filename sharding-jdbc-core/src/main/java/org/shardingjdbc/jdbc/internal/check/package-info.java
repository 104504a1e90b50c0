/**
 * Compares the databases of a deployment with its configuration and with each other: what tables, columns, indexes and
 * keys are there, and on which nodes rows lie. {@link org.shardingjdbc.jdbc.internal.check.DeploymentCheck} runs it and
 * gives the findings; {@link org.shardingjdbc.jdbc.internal.check.Visits} reads the definitions,
 * {@link org.shardingjdbc.jdbc.internal.check.CheckedTables} puts them beside the rules; the others each look for one
 * sort of finding. Only reads.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.check;

import org.jspecify.annotations.NullMarked;
