/**
 * Spring Batch and Quartz: {@link org.shardingjdbc.examples.batch.BatchApplication} lets a trigger of Quartz start a
 * job of Spring Batch that changes sharded rows. The tables of both are single tables.
 */
package org.shardingjdbc.examples.batch;
