/**
 * Who may come in: {@link org.shardingjdbc.proxy.internal.authority.Users} and the ways in which protocols prove that a
 * client knows a password without sending it. Knows nothing of networks.
 */
@NullMarked
package org.shardingjdbc.proxy.internal.authority;

import org.jspecify.annotations.NullMarked;
