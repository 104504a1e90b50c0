/**
 * Machines that try to break the promise "the answer is right or there is none": schemas, data and statements are made
 * from choices, each statement goes to one plain database and to the sharded copy, what differs is shrunk and printed.
 */
package org.shardingjdbc.testkit.oracle;
