/** What an application of Spring is made of: methods with transactions around them, by JDBC and by JPA. */
package org.shardingjdbc.testkit.spring;
