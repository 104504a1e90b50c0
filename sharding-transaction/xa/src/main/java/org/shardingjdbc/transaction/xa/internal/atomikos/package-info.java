/** Atomikos as a coordinator. */
package org.shardingjdbc.transaction.xa.internal.atomikos;
