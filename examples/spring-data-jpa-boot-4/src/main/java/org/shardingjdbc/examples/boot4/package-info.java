/**
 * Accounts with Spring Boot 4, Spring Data JPA and Hibernate 7:
 * {@link org.shardingjdbc.examples.boot4.AccountsApplication} locks, pages, joins and writes in batches over sharded
 * tables.
 */
package org.shardingjdbc.examples.boot4;
