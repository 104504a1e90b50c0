/** Narayana as a coordinator, of the application's class path: nothing here is loaded before it is asked for. */
package org.shardingjdbc.transaction.xa.internal.narayana;
