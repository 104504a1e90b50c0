/** The dialects of PostgreSQL and openGauss. */
package org.shardingjdbc.dialect.postgresql;
