/** What is inside {@code !LOOKUP}. Called by the library through its provider only. */
@NullMarked
package org.shardingjdbc.feature.lookup.internal;

import org.jspecify.annotations.NullMarked;
