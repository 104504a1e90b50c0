/**
 * How the classes of all modules stand to each other. Here because this module is built last: their class files are
 * read where the build leaves them.
 */
package org.shardingjdbc.site.structure;
