/** What is checked and edited of an INSERT, whichever units its rows go to. */
package org.shardingjdbc.plan.internal.write;
