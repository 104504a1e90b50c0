package org.shardingjdbc.engine.observe;

/** An observer that is told of statements until this is closed, by any thread. */
@FunctionalInterface
public interface ObserverRegistration extends AutoCloseable {
    /** What is observed already goes on to be observed. Doing it twice changes nothing. */
    @Override
    void close();
}
