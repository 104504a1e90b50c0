/**
 * Key generators: those built in, those of the application, and the registry that keeps one instance of each through
 * reconfigurations. The rule compiler and the data source call it.
 */
package org.shardingjdbc.rule.internal.key;
