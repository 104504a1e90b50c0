/**
 * Sharding data sources as beans of a Spring Boot application. Enters: its properties; leaves: a bean for each sharded
 * database. Called by Boot's auto-configuration, of version 3 and 4: what these two have in different packages is named
 * here by text only.
 */
package org.shardingjdbc.spring;
