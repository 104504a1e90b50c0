/**
 * The state of a logical connection, and what runs by it: statements and the connection's JDBC face call
 * {@link org.shardingjdbc.engine.internal.session.Session}. By its parts:
 *
 * <ul>
 *   <li>what is set on it: {@code SessionAttributes} sets, {@code SessionSettings} remembers, {@code SchemaSwitch}
 *       brings it to another schema, {@code LastKey} and {@code AssignedVariables} about what statements left there;
 *   <li>its transaction: {@code SessionTransactions}, what a failure does to it {@code TransactionFailures}, several
 *       statements as one {@code AsOne}; a branch and its savepoints are {@code session.transaction};
 *   <li>its connections: {@code SessionState.HeldConnections} has them, {@code ConnectionSupply} finds one,
 *       {@code SessionChoice} another database for it, {@code Validation} asks whether they live;
 *   <li>its runs, which are {@code internal.run}: {@code SessionRuns} has the open ones and, as
 *       {@code ConnectionLender}, lends them connections, and {@code RunPreparation} gives one its groups; what runs in
 *       the groups are tasks of {@code internal.task};
 *   <li>by which plans and configuration: {@code SessionPlans}, {@code SessionVersion}, {@code SessionFence}.
 * </ul>
 *
 * <p>All of them work on one {@code SessionState}, under its lock.
 */
package org.shardingjdbc.engine.internal.session;
