package org.shardingjdbc.cli.internal.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** JSON for other programs: indented, with a line end behind it. Stateless. */
public final class Json {
    private Json() {}

    /** What writes a document. */
    public interface Body {
        /** Writes one value. */
        void write(JsonGenerator json) throws IOException;
    }

    static JsonGenerator to(PrintWriter out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setPrettyPrinter(new DefaultPrettyPrinter());
        return json;
    }

    /** Writes a document. */
    public static void write(PrintWriter out, Body body) {
        try (JsonGenerator json = to(out)) {
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
        out.flush();
    }
}
