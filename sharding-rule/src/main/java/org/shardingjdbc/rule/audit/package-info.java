/**
 * Auditors of one's own. What is known of an execution enters, a refusal leaves; the rule {@code !SHARDING} calls them.
 */
package org.shardingjdbc.rule.audit;
