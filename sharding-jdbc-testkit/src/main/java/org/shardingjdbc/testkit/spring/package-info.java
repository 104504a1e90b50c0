/**
 * What an application of Spring is made of, for tests. A data source enters, methods with transactions around them
 * leave, by JDBC and by JPA. Begin with {@link org.shardingjdbc.testkit.spring.Transfers}.
 */
package org.shardingjdbc.testkit.spring;
