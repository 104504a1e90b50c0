/**
 * Opens what a YAML describes. The file and the jars of drivers enter, a data source with its configuration leaves.
 * Begin with {@link org.shardingjdbc.cli.internal.database.OpenedDatabase}, which every command has; drivers come along
 * or are brought, and a registry is not asked.
 */
package org.shardingjdbc.cli.internal.database;
