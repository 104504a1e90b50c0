/**
 * The prompt: reads statements and commands from a terminal, completes names, keeps a history, shows results page by
 * page.
 */
package org.shardingjdbc.cli.internal.prompt;
