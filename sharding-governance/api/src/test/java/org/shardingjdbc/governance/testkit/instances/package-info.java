/** Instances of an application in processes of their own, under load, with everything that may happen to them. */
package org.shardingjdbc.governance.testkit.instances;
