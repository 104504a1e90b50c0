/** What statements would do, without doing it. */
package org.shardingjdbc.engine.internal.explain;
