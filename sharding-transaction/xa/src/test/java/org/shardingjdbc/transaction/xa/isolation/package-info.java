/** What transactions see of each other, over one and over two data sources. */
package org.shardingjdbc.transaction.xa.isolation;
