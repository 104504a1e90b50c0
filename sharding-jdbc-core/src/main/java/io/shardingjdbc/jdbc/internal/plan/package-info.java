/**
 * A SQL text enters, a {@link io.shardingjdbc.jdbc.internal.plan.StatementPlan} leaves: parse, bind, route, rewrite,
 * merge, once per text. The statements of the JDBC face ask for it and execute it.
 */
package io.shardingjdbc.jdbc.internal.plan;
