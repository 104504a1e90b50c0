/**
 * The rule {@code !READWRITE_SPLITTING}, as users see it: reads are answered by replicas. It enters as
 * {@link org.shardingjdbc.feature.readwrite.ReadwriteSplittingConfiguration}; a
 * {@link org.shardingjdbc.feature.readwrite.LoadBalancer}, which applications may bring, says which replica. See
 * {@code docs/readwrite-splitting.md}.
 */
@NullMarked
package org.shardingjdbc.feature.readwrite;

import org.jspecify.annotations.NullMarked;
