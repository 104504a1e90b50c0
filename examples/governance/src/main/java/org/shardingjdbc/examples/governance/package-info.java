/** Three instances of an application whose configuration lies in a registry. */
package org.shardingjdbc.examples.governance;
