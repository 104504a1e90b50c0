/**
 * Makes advice on statements of their plans and of the rules. Called by the data source, for each statement that is
 * asked about.
 */
package org.shardingjdbc.jdbc.internal.advise;
