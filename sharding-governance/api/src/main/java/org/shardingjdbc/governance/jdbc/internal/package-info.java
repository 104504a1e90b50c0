/** The repository in tables of a database, looked at from time to time. Entered by its service entry. */
package org.shardingjdbc.governance.jdbc.internal;
