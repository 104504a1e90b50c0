/** What rules and transaction providers are told of a database; what the engine asks of one is in {@code internal}. */
package org.shardingjdbc.dialect;
