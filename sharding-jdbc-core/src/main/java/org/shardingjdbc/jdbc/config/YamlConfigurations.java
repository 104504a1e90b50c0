package org.shardingjdbc.jdbc.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.library.Libraries;
import org.shardingjdbc.jdbc.internal.yaml.PlaceholderRestorer;
import org.shardingjdbc.jdbc.internal.yaml.YamlDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads configurations from YAML and writes them, in the format of ShardingSphere 5.5. Mistakes are reported with file,
 * line and column, all that can be known at once: syntactic ones here, others when a data source is opened with it.
 * Stateless.
 */
public final class YamlConfigurations {
    private static final Logger LOG = LoggerFactory.getLogger(YamlConfigurations.class);

    private YamlConfigurations() {}

    /**
     * Reads a file.
     *
     * @throws ShardingException when it cannot be read, or has mistakes
     */
    public static ShardingConfiguration load(Path file, PlaceholderType placeholders) {
        requireGiven(file, "path", "name the file");
        try {
            return parse(Files.readString(file), String.valueOf(file.getFileName()), placeholders);
        } catch (IOException e) {
            throw ShardingException.causedBy(e, ErrorCode.CONFIGURATION_UNREADABLE, file, e.toString());
        }
    }

    /**
     * Reads a stream to its end, as UTF-8. The caller closes it.
     *
     * @param name what messages call it
     * @throws ShardingException when it cannot be read, or has mistakes
     */
    public static ShardingConfiguration load(InputStream stream, String name, PlaceholderType placeholders) {
        return parse(read(stream, name), name, placeholders);
    }

    /**
     * Reads a stream to its end, as UTF-8, with the values of placeholders from elsewhere. The caller closes it.
     *
     * @param name what messages call it
     * @param placeholders asked for the value of each name
     * @throws ShardingException when it cannot be read, or has mistakes
     */
    public static ShardingConfiguration load(InputStream stream, String name, PlaceholderSource placeholders) {
        return parse(read(stream, name), name, placeholders);
    }

    private static String read(InputStream stream, String name) {
        requireGiven(stream, "stream", "getResourceAsStream gives none where the class path has no such resource");
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw ShardingException.causedBy(e, ErrorCode.CONFIGURATION_UNREADABLE, name, e.toString());
        }
    }

    /**
     * Reads a text.
     *
     * @param name what messages call it
     * @throws ShardingException when it is not YAML, or has mistakes
     */
    public static ShardingConfiguration parse(String yaml, String name, PlaceholderType placeholders) {
        return parse(name, new DocumentSource(yaml, placeholders, null));
    }

    /**
     * Reads a text, with the values of placeholders from elsewhere.
     *
     * @param name what messages call it
     * @param placeholders asked for the value of each name
     * @throws ShardingException when it is not YAML, or has mistakes
     */
    public static ShardingConfiguration parse(String yaml, String name, PlaceholderSource placeholders) {
        return parse(name, new DocumentSource(yaml, PlaceholderType.NONE, placeholders));
    }

    /**
     * Reads a text, with what filled the placeholders of another document.
     *
     * @param name what messages call it
     * @param like the document whose placeholders were filled, and what filled them
     * @throws ShardingException when it is not YAML, or has mistakes
     */
    public static ShardingConfiguration parse(String yaml, String name, DocumentSource like) {
        return parse(name, like.with(yaml));
    }

    /**
     * Writes a configuration, so that what is read of the text equals it: a text with {@link Secrets#PLACEHOLDERS} once
     * these are filled. Where its parts stood in a document, comments, and {@code mode} are not kept.
     *
     * @throws ShardingException when YAML cannot say it: a DataSource that the application made, a rule whose provider
     *     only reads, values that are read otherwise
     */
    public static String write(ShardingConfiguration configuration, Secrets secrets) {
        requireGiven(configuration, "configuration", "give one");
        String yaml = new ConfigurationWriter(Secrets.WRITTEN).write(configuration);
        ShardingConfiguration read;
        try {
            read = parse(yaml, "written", PlaceholderType.NONE);
        } catch (ShardingException e) {
            String message = String.valueOf(e.getMessage());
            String mistakes = message.substring(0, message.length() - 1);
            throw ShardingException.causedBy(e, ErrorCode.CONFIGURATION_UNWRITABLE, "it has mistakes: " + mistakes);
        }
        if (!read.equals(configuration.ungoverned())) {
            throw new ShardingException(
                    ErrorCode.CONFIGURATION_UNWRITABLE, "it has values that a document's reader would change");
        }
        return secrets == Secrets.WRITTEN ? yaml : new ConfigurationWriter(secrets).write(configuration);
    }

    /**
     * Writes a configuration that is the successor of a document. Where the document has a placeholder for a value that
     * is unchanged, the text has the placeholder again.
     *
     * @param like the document of before
     * @throws ShardingException as {@link #write(ShardingConfiguration, Secrets)}
     */
    public static String write(ShardingConfiguration configuration, DocumentSource like) {
        String plain = write(configuration, Secrets.WRITTEN);
        String restored = new PlaceholderRestorer(like.text(), like.values()).putInto(plain);
        try {
            return parse(restored, "written", like).equals(configuration.ungoverned()) ? restored : plain;
        } catch (ShardingException e) {
            LOG.debug("A configuration is written without the placeholders of the one before", e);
            return plain;
        }
    }

    private static ShardingConfiguration parse(String name, DocumentSource source) {
        requireGiven(source.text(), "text", "give the text of the document");
        Libraries.check();
        YamlDocument document = YamlDocument.parse(source.text(), name, source.values());
        ShardingConfiguration configuration = new ConfigurationReader(document, source).read();
        if (!document.problems().isEmpty() && configuration != null) {
            // it will never be opened: its other mistakes are reported at once
            configuration.checkAll(document.problems());
        }
        if (!document.problems().isEmpty()) {
            document.places().raise(document.problems());
        }
        return Objects.requireNonNull(configuration, "a document without mistakes");
    }

    private static void requireGiven(Object source, String what, String remedy) {
        if (source == null) {
            throw new ShardingException(
                    ErrorCode.CONFIGURATION_UNREADABLE, "(null)", "there is no " + what + "; " + remedy);
        }
    }
}
