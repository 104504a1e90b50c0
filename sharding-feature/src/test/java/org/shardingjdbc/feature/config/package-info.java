/** Tests of configurations with rules of every kind. */
package org.shardingjdbc.feature.config;
