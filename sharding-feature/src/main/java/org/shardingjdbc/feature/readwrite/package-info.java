/**
 * {@code !READWRITE_SPLITTING}: reads are answered by replicas. Its configuration, and the interfaces of load
 * balancers, of which applications may bring their own. See {@code docs/readwrite-splitting.md}.
 */
package org.shardingjdbc.feature.readwrite;
