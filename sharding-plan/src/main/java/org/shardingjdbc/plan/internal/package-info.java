/**
 * A SQL text enters, a {@link org.shardingjdbc.plan.internal.operator.StatementPlan} leaves: parse, bind, route,
 * rewrite, merge, once per text. The statements of the JDBC face ask for it and execute it.
 */
package org.shardingjdbc.plan.internal;
