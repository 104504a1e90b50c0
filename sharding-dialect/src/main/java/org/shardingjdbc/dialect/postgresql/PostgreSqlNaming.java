package org.shardingjdbc.dialect.postgresql;

import java.util.Locale;
import org.shardingjdbc.dialect.Naming;

/** Small letters, and at most 63 bytes. */
final class PostgreSqlNaming implements Naming {
    @Override
    public String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public int maxLength() {
        return 63;
    }

    @Override
    public boolean shortensNames() {
        return true;
    }

    @Override
    public String currentSchema() {
        return "current_schema()";
    }

    @Override
    public Place placeNamedBy(String function) {
        return switch (function) {
            case "current_database", "current_catalog" -> Place.DATABASE;
            case "current_schema" -> Place.SCHEMA;
            default -> null;
        };
    }

    @Override
    public String labelOfPlace(String function, Place place) {
        return function;
    }

    @Override
    public String typeOfPlaces() {
        return "name";
    }
}
