/** What databases tell of their replication: who takes writes, how far their logs are, what replicas have of them. */
package org.shardingjdbc.dialect.replication;
