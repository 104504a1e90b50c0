package org.shardingjdbc.cli.internal.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.convert.Conversion;
import org.shardingjdbc.cli.internal.convert.Converter;
import org.shardingjdbc.cli.internal.draw.ConversionDrawing;
import org.shardingjdbc.cli.internal.output.Json;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.rule.convert.ConversionVerdict;
import org.shardingjdbc.rule.convert.ConvertedKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Makes a YAML of this library from a configuration of ShardingSphere-JDBC. Opens no database. */
@Command(
        name = "convert",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Make a YAML of this library from a configuration of ShardingSphere-JDBC 4.x or 5.x.",
            "Writes the YAML to standard output, and what became of each line of the input to standard error; with"
                    + " --output, the YAML to a file and the rest to standard output.",
            "Exit code 1 when something of the input has no counterpart, or the result cannot be opened yet.",
            "Examples:",
            "  convert config-sharding.yaml > sharding.yaml",
            "  convert application.properties --output sharding.yaml",
            "  convert 'jdbc:shardingsphere:classpath:config.yaml'"
        })
final class ConvertCommand implements Callable<Integer> {
    @ParentCommand
    private Opening.Owner root;

    @Parameters(
            arity = "1",
            paramLabel = "FILE",
            description = "A YAML, an application.properties or application.yml, or a jdbc:shardingsphere: URL.")
    private String source;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where the YAML goes; a file that is there is not replaced, unless --force says so.")
    private @Nullable Path file;

    @Option(names = "--force", description = "Replace the file of --output.")
    private boolean force;

    @Option(names = "--json", description = "Write the YAML and the verdicts as JSON.")
    private boolean json;

    @Override
    public Integer call() throws NotOpenException {
        Output output = root.opening().output();
        Conversion conversion = convert();
        try {
            if (file != null) {
                Files.writeString(file, conversion.result());
            }
        } catch (IOException e) {
            throw new NotOpenException(new IOException(file + " cannot be written: " + e, e));
        }
        if (json) {
            Json.write(output.out(), document -> write(conversion, document));
        } else if (file != null) {
            output.lines(ConversionDrawing.of(conversion, output.palette()));
        } else {
            conversion.result().lines().forEach(output.out()::println);
            output.out().flush();
            ConversionDrawing.of(conversion, output.errorPalette()).forEach(output.err()::println);
            output.err().flush();
        }
        return conversion.isComplete() ? ExitCode.DONE : ExitCode.FOUND;
    }

    private Conversion convert() throws NotOpenException {
        try {
            if (file != null && Files.exists(file) && !force) {
                throw new IOException(file + " is there already. Name another file, or add --force.");
            }
            boolean isUrl = source.startsWith("jdbc:");
            return isUrl
                    ? Converter.convert(source, "URL")
                    : Converter.convert(
                            Files.readString(Path.of(source), StandardCharsets.UTF_8),
                            String.valueOf(Path.of(source).getFileName()));
        } catch (IllegalArgumentException e) {
            throw new NotOpenException(e);
        } catch (IOException e) {
            boolean told = e.getMessage() != null && e.getMessage().contains("already");
            throw new NotOpenException(told ? e : new IOException(source + " cannot be read: " + e, e));
        }
    }

    private static void write(Conversion conversion, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeBooleanField("complete", conversion.isComplete());
        json.writeStringField("result", conversion.result());
        json.writeObjectFieldStart("counts");
        for (ConversionVerdict verdict : ConversionVerdict.values()) {
            json.writeNumberField(verdict.id(), conversion.count(verdict));
        }
        json.writeEndObject();
        json.writeArrayFieldStart("keys");
        for (ConvertedKey key : conversion.keys()) {
            json.writeStartObject();
            json.writeNumberField("line", key.line());
            json.writeNumberField("column", key.column());
            json.writeStringField("key", key.path());
            json.writeStringField("verdict", key.verdict().id());
            json.writeStringField("what", key.what());
            json.writeStringField("remedy", key.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("mistakes");
        for (String mistake : conversion.mistakes()) {
            json.writeString(mistake);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
