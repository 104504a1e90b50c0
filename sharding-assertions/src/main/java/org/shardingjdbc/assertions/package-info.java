/**
 * Assertions for the tests of applications: a data source and a statement enter, an {@link java.lang.AssertionError}
 * with the advice on the statement leaves where it does not go where the test says. Needs no library of assertions.
 */
@NullMarked
package org.shardingjdbc.assertions;

import org.jspecify.annotations.NullMarked;
