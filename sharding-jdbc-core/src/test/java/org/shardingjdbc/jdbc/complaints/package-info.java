/**
 * What users of sharding libraries complained about most: answers that are silently wrong (C1.1 to C1.18) and SQL that
 * is refused without need (C2.19 to C2.31). Each complaint has a test of its name, in several forms of the statement,
 * literal and prepared, on every database that it concerns; what one plain database answers is the right answer.
 */
package org.shardingjdbc.jdbc.complaints;
