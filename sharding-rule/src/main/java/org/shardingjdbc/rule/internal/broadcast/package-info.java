/** {@code !BROADCAST}: its tables are replicated in every data source. */
package org.shardingjdbc.rule.internal.broadcast;
