/** Values that applications give in the one form in which they are compared and placed. */
package org.shardingjdbc.rule.internal.value;
