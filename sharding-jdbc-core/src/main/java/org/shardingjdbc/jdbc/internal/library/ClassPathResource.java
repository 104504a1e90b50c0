package org.shardingjdbc.jdbc.internal.library;

import java.io.InputStream;

/** Opens resources as applications name them: of the thread's class loader, or else of this library's. */
public final class ClassPathResource {
    private ClassPathResource() {}

    /**
     * Opens one.
     *
     * @param resource its name, with or without a slash before it
     * @return null when there is none; to be closed by the caller
     */
    public static InputStream open(String resource) {
        String name = resource.startsWith("/") ? resource.substring(1) : resource;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InputStream found = loader == null ? null : loader.getResourceAsStream(name);
        return found != null ? found : ClassPathResource.class.getClassLoader().getResourceAsStream(name);
    }
}
