/** What statements do where rules are on, as files that are read like a specification. */
package org.shardingjdbc.feature.plans;
