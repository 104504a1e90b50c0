/**
 * The rule {@code !SHADOW}, as users see it: databases for tests beside those of production. It enters as
 * {@link org.shardingjdbc.feature.shadow.ShadowRuleConfiguration}; a
 * {@link org.shardingjdbc.feature.shadow.ShadowAlgorithm}, which applications may bring, says which statements go
 * there. The core finds the rule by its provider.
 */
@NullMarked
package org.shardingjdbc.feature.shadow;

import org.jspecify.annotations.NullMarked;
