/** How databases commit in two phases: the statements for the branches of a global transaction, and their names. */
package org.shardingjdbc.dialect.twophase;
