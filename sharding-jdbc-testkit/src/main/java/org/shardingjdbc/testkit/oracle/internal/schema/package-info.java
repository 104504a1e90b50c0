/**
 * Schemas made from choices: {@link org.shardingjdbc.testkit.oracle.internal.schema.SchemaGenerator} makes tables,
 * their rows and how they are spread over data nodes.
 */
package org.shardingjdbc.testkit.oracle.internal.schema;
