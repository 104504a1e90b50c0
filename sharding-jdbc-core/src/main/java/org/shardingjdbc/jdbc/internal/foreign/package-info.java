/**
 * What documents of ShardingSphere have that means nothing here. Asked by whoever reads a configuration, or converts
 * one.
 */
package org.shardingjdbc.jdbc.internal.foreign;
