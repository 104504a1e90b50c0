/**
 * What a syntax tree says of itself: its nodes, where they stand, what kind of statement it is, and what is known of
 * the functions that it calls. Everything that plans asks here; nothing here knows of plans.
 */
package org.shardingjdbc.plan.internal.syntax;
