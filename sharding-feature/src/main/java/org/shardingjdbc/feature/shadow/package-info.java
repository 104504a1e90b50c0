/**
 * Shadow databases for tests: the rule {@code !SHADOW} and what applications may add to it. Configurations enter; the
 * core finds the rule by its provider.
 */
package org.shardingjdbc.feature.shadow;
