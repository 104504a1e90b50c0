/**
 * Machines that try to break the promise "the answer is right or there is none": schemas, data and statements are made
 * from choices, each statement goes to one plain database and to the sharded copy, what differs is shrunk and printed.
 * {@link org.shardingjdbc.testkit.oracle.Oracle} runs them; what they run is made by the packages of {@code internal}.
 */
package org.shardingjdbc.testkit.oracle;
