package org.shardingjdbc.engine.observe;

/** The registration of an observer, which is notified until any thread closes this. */
@FunctionalInterface
public interface ObserverRegistration extends AutoCloseable {
    /** What is observed already goes on to be observed. Doing it twice changes nothing. */
    @Override
    void close();
}
