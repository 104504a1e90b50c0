package org.shardingjdbc.dialect;

/** A dialect made of its facets. Immutable. */
public abstract class FacetedDialect implements Dialect {
    private final String name;
    private final Drivers drivers;
    private final Sessions sessions;
    private final Temporaries temporaries;
    private final Values values;

    /** @param name in capitals */
    protected FacetedDialect(String name, Drivers drivers, Sessions sessions, Temporaries temporaries, Values values) {
        this.name = name;
        this.drivers = drivers;
        this.sessions = sessions;
        this.temporaries = temporaries;
        this.values = values;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Drivers drivers() {
        return drivers;
    }

    @Override
    public final Sessions sessions() {
        return sessions;
    }

    @Override
    public final Temporaries temporaries() {
        return temporaries;
    }

    @Override
    public final Values values() {
        return values;
    }

    @Override
    public final String toString() {
        return name;
    }
}
