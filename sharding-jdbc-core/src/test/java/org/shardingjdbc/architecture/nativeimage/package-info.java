/** What GraalVM's builder of native images has to be told about the jars. */
package org.shardingjdbc.architecture.nativeimage;
