/** A table that grows from one database to four while an application writes to it. */
package org.shardingjdbc.examples.scaling;
