/** Processes that die in the middle of XA transactions, and what is there after recovery. */
package org.shardingjdbc.transaction.xa.crash;
