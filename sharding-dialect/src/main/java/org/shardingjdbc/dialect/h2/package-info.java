/** The dialect of H2. */
package org.shardingjdbc.dialect.h2;
