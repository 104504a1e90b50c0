/**
 * YAML as text and as maps. A text enters {@link org.shardingjdbc.jdbc.internal.yaml.YamlDocument}, with what fills its
 * placeholders; maps leave whose keys know their places, and mistakes that are told with line and column. Back again go
 * {@link org.shardingjdbc.jdbc.internal.yaml.YamlNodes}, without secrets where that is asked for. Knows nothing of what
 * the keys mean; {@code jdbc.config} and {@code internal.document} do.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.yaml;

import org.jspecify.annotations.NullMarked;
