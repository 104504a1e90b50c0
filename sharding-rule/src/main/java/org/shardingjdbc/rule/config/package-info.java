/**
 * The rules as plain records: what YAML is read into and what the fluent builders of the Java API make. They hold names
 * and texts only; nothing is looked up or instantiated before the rule compiler reads them.
 */
package org.shardingjdbc.rule.config;
