/** Transactions that fail at any call of a driver, and what they leave: nothing. */
package org.shardingjdbc.transaction.xa.leaks;
