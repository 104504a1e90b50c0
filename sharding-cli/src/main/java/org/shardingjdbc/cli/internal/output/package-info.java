/** Where what the commands say goes: to a screen or a file, drawn or as JSON, CSV and TSV. */
package org.shardingjdbc.cli.internal.output;
