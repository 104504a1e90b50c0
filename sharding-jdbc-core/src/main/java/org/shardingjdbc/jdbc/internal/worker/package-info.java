/**
 * Leases worker ids for key generators in a table that all processes of an application share. The data source opens and
 * closes it; key generators ask it.
 */
package org.shardingjdbc.jdbc.internal.worker;
