/** What statements would do, without doing it. */
package org.shardingjdbc.jdbc.internal.explain;
