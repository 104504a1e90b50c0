/** Hints for all statements of a method, by an annotation that users write and Spring heeds. */
package org.shardingjdbc.spring.hint;
