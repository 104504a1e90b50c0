/** Hibernate by itself: schemas that are brought up to date, joined inheritance, bulk writes, times in a zone. */
package org.shardingjdbc.examples.inheritance;
