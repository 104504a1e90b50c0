package org.shardingjdbc.rule.internal.catalog;

/**
 * A function that users have made, which an unqualified call may mean although its name is that of a built-in one.
 *
 * @param name in lower case, without its schema
 * @param extension whether it belongs to an extension of the server
 */
public record InstalledFunction(String name, FunctionNature nature, boolean extension) {}
