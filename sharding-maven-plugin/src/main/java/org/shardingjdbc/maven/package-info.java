/**
 * The Maven plugin: a YAML and the files of a project enter, a failed build or a line of totals leaves. What it says is
 * what the command {@code advise} of the command line says, by the same code.
 */
package org.shardingjdbc.maven;
