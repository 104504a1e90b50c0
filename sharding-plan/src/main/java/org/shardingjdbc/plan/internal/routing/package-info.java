/**
 * What is done to a statement before a way is looked for that answers it: a tree enters
 * {@link org.shardingjdbc.plan.internal.routing.Routing}; a statement leaves that is checked, whose views are written
 * out, bound and routed ({@link org.shardingjdbc.plan.internal.routing.PlanInput}), or the refusal. What else is known
 * of it, whichever units it goes to, is found by {@link org.shardingjdbc.plan.internal.routing.FactsFinder}.
 */
package org.shardingjdbc.plan.internal.routing;
