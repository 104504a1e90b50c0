/** Runs statements one after the other on one connection, and shows what each returned. */
package org.shardingjdbc.cli.internal.run;
