/**
 * Which rows and columns of its tables a query needs when they are pulled together, and whether it gives the same
 * answer over tables that hold them.
 */
package org.shardingjdbc.plan.internal.pull;
