/**
 * Values on their way from one data node to another: columns of a result enter, what is bound to a statement without
 * loss leaves. Steps of an execution use it.
 */
package org.shardingjdbc.engine.internal.value;
