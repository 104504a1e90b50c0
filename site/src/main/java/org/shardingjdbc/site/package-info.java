/**
 * Makes a site of the Markdown pages of this repository. Enters: the repository's folder. Leaves: HTML files that need
 * no server.
 */
package org.shardingjdbc.site;
