/**
 * A SQL text enters, a {@link org.shardingjdbc.jdbc.internal.plan.StatementPlan} leaves: parse, bind, route, rewrite,
 * merge, once per text. The statements of the JDBC face ask for it and execute it.
 */
package org.shardingjdbc.jdbc.internal.plan;
