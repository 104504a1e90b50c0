/**
 * Branches and transactions between the connections of the core and a transaction manager. A coordinator in a package
 * below begins the transactions; all else is the same for each.
 */
package org.shardingjdbc.transaction.xa.internal;
