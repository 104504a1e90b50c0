/** The dialect of standard SQL without extras, of no database. */
package org.shardingjdbc.dialect.standard;
