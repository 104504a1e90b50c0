/** Reads the statements of MyBatis' mapper files, for advice on them. */
package org.shardingjdbc.cli.internal.mapper;
