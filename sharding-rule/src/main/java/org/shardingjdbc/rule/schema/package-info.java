/**
 * Tables and columns as their databases describe them, as records: what placements, binding and planning ask about
 * types and keys.
 */
package org.shardingjdbc.rule.schema;
