/**
 * What a syntax tree says of itself: {@link org.shardingjdbc.plan.internal.syntax.Tree} walks over its nodes,
 * {@link org.shardingjdbc.plan.internal.syntax.StatementFacts} tell what kind of statement it is, others where it
 * stands and what is known of the functions that it calls. Everything that plans asks here; nothing here knows of
 * plans.
 */
package org.shardingjdbc.plan.internal.syntax;
