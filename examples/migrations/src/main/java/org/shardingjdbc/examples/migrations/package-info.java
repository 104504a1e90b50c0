/**
 * Migrations: {@link org.shardingjdbc.examples.migrations.MigrationsApplication} lets Flyway, then Liquibase create
 * sharded, broadcast and single tables, each at a first start; at the second they find nothing to do.
 */
package org.shardingjdbc.examples.migrations;
