/**
 * The Maven plugin. A YAML and the files of a project enter, a failed build or a line of totals leaves. Begin with
 * {@link org.shardingjdbc.maven.AdviseMojo}; what it says is what the command {@code advise} of the command line says,
 * by the same code.
 */
package org.shardingjdbc.maven;
