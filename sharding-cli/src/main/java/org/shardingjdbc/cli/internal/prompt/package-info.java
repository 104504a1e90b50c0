/**
 * The prompt. Lines of a terminal enter; statements run and their results are shown page by page, until the exit code
 * leaves. Begin with {@link org.shardingjdbc.cli.internal.prompt.Prompt}. Names are completed, and a history is kept.
 */
package org.shardingjdbc.cli.internal.prompt;
