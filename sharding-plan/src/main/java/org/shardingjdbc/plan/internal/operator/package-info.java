/**
 * What leaves the planner: plans, what several units do, and the steps of what no rule proves, as values. The
 * statements of the JDBC face run them; nothing here plans.
 */
package org.shardingjdbc.plan.internal.operator;
