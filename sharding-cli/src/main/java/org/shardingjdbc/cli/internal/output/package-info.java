/**
 * Where what the commands say goes. Rows, drawings and errors enter; characters leave to a screen or a file, drawn or
 * as JSON, CSV and TSV. Begin with {@link org.shardingjdbc.cli.internal.output.Output}, which every command writes to.
 */
package org.shardingjdbc.cli.internal.output;
