/** Opens what a YAML describes, with drivers that come along or are brought. */
package org.shardingjdbc.cli.internal.database;
