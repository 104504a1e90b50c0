/**
 * Advice on statements: a statement enters {@link org.shardingjdbc.jdbc.internal.advise.Adviser}, which looks at its
 * plan and at the rules; what is advised leaves. Called by the data source, for each statement that is asked about.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.advise;

import org.jspecify.annotations.NullMarked;
