/**
 * Values on their way from one data node to another: {@link org.shardingjdbc.engine.internal.value.ValueCopier} reads
 * columns of a result, and each {@link org.shardingjdbc.engine.internal.value.CopiedValue} that leaves is bound to a
 * statement without loss. Steps of an execution use it.
 */
package org.shardingjdbc.engine.internal.value;
