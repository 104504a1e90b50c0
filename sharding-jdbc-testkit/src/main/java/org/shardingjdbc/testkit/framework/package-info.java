/**
 * {@code docs/frameworks.md} says what runs with which version on which database:
 * {@link org.shardingjdbc.testkit.framework.FrameworkRows} holds the rows of a module against what its tests ran.
 */
package org.shardingjdbc.testkit.framework;
