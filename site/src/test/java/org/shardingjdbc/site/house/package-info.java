/**
 * What a reader of the code goes through, counted. Here because this module is built last: it runs statements on all
 * others and looks at their sources.
 */
package org.shardingjdbc.site.house;
