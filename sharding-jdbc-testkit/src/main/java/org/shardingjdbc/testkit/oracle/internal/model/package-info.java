/** What the machines know of tables and statements, and the choices of which they are made. */
package org.shardingjdbc.testkit.oracle.internal.model;
