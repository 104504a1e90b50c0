/** What all registries hold, as tests: the module of each extends {@link GovernanceContract}, and starts a real one. */
package org.shardingjdbc.governance.testkit;
