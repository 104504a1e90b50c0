package org.shardingjdbc.spring.matrix;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * {@link Shop} with Boot's development tools: when it has started it touches its own class file, as a compiler does, is
 * started again by the tools, and ends then. It prints what it finds after each start, as Shop does.
 */
public final class DevelopedShop {
    /** Where a start finds the class loader of the one before it: of the JVM's, which is not loaded anew. */
    private static final String BEFORE = "class loader of the first start";

    private DevelopedShop() {}

    public static void main(String[] args) throws Exception {
        // All of them: the tools start the application anew with what it gives here.
        ConfigurableApplicationContext context = SpringApplication.run(Shop.class, args);
        Shop.say("class loader", DevelopedShop.class.getClassLoader().getClass().getSimpleName());
        Shop.work(context);
        Shop.say("pools", String.valueOf(Shop.pools()));
        Shop.say("beans", Shop.beans());
        Shop.say("threads", kinds(threads()).toString());
        String port = context.getEnvironment().getProperty("local.server.port");
        for (String path :
                Arrays.stream(args).filter(each -> each.startsWith("/")).toList()) {
            Shop.get(port, path);
        }
        if (System.getProperties().get(BEFORE) instanceof WeakReference<?> before) {
            end(context, before);
        } else {
            System.getProperties().put(BEFORE, new WeakReference<>(DevelopedShop.class.getClassLoader()));
            touch(DevelopedShop.class.getResource("DevelopedShop.class"));
        }
    }

    private static void end(ConfigurableApplicationContext context, WeakReference<?> before) throws Exception {
        Object first = before.get();
        Shop.say(
                "threads of the first start",
                first == null ? "[]" : threadsOf(first).toString());
        Shop.say(
                "sharding in the second",
                String.valueOf(threadsOf(DevelopedShop.class.getClassLoader()).containsAll(threads())));
        context.close();
        Shop.say("pools left", String.valueOf(Shop.poolsLeft()));
        Shop.say("beans left", Shop.beans());
        System.exit(0);
    }

    /** Each thread has the class loader of the start in which it was made; without those that ask for pages. */
    private static List<String> threadsOf(Object loader) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getContextClassLoader() == loader)
                .map(Thread::getName)
                .filter(name -> !name.startsWith("HttpClient-"))
                .sorted()
                .toList();
    }

    /** A pool starts another thread where none of its own happens to be idle, so how many there are is chance. */
    private static List<String> kinds(List<String> names) {
        return names.stream()
                .map(name -> name.replaceFirst("-\\d+$", ""))
                .distinct()
                .toList();
    }

    /** Those of pools and of this library, which are named after their data sources, but for what ends by itself. */
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("ds_") || name.startsWith("sharding"))
                .filter(name -> !name.endsWith("adder"))
                .sorted()
                .toList();
    }

    private static void touch(URL classFile) throws Exception {
        Files.setLastModifiedTime(
                Path.of(classFile.toURI()), FileTime.from(Instant.now().plusSeconds(1)));
    }
}
