/**
 * The rule {@code !SHADOW}: its configuration enters, a {@link org.shardingjdbc.rule.hint.Side} and a data source leave
 * for each execution. Called by the engine through the provider.
 */
@NullMarked
package org.shardingjdbc.feature.shadow.internal;

import org.jspecify.annotations.NullMarked;
