/**
 * The snippets of the pages. Java is compiled, configurations are read, dependencies are looked for among the modules;
 * what is run elsewhere names the test that runs it.
 */
package org.shardingjdbc.site.snippets;
