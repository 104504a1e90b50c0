/** Beside the application, so that it does not find these entities. */
package org.shardingjdbc.examples.partitionkey;
