/**
 * A shop with Spring Boot, Spring Data JPA and Hibernate: {@link org.shardingjdbc.examples.jpa.ShopApplication} writes
 * and reads entities whose tables are sharded. Only the configuration knows that they are.
 */
package org.shardingjdbc.examples.jpa;
