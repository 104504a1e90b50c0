/** Cuts longer texts into statements, for all that reads SQL of files, terminals and logs. */
package org.shardingjdbc.cli.internal.text;
