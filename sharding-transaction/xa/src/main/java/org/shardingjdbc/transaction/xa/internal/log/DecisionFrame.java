package org.shardingjdbc.transaction.xa.internal.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * What is forced to disk at once. In bytes: the length of the body, the checksum CRC-32C of the body, four each, and
 * the body: a line for each decision, in UTF-8, of the transaction and, unless it is forgotten, a blank and the text.
 * After the last frame the file has zeros. A frame that was not forced when its process died may be there in parts;
 * then it is the last, since nothing is written before what is ahead of it is forced. Stateless.
 */
final class DecisionFrame {
    private static final int HEAD = 2 * Integer.BYTES;

    private DecisionFrame() {}

    /** @return ready to be written; empty where there are no decisions */
    static ByteBuffer of(List<BranchDecision> decisions) {
        StringBuilder lines = new StringBuilder();
        for (BranchDecision decision : decisions) {
            lines.append(decision.transaction());
            if (decision.text() != null) {
                lines.append(' ').append(decision.text());
            }
            lines.append('\n');
        }
        byte[] body = lines.toString().getBytes(StandardCharsets.UTF_8);
        if (body.length == 0) {
            return ByteBuffer.allocate(0);
        }
        return ByteBuffer.allocate(HEAD + body.length)
                .putInt(body.length)
                .putInt(checksum(body, 0, body.length))
                .put(body)
                .flip();
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }

    /**
     * What the frames of a file leave.
     *
     * @return texts by transaction, in the order of their writing
     * @throws IOException when a frame is damaged that others follow
     */
    static Map<String, String> read(byte[] file, Path path) throws IOException {
        Map<String, String> decisions = new LinkedHashMap<>();
        int at = 0;
        while (isWhole(file, at)) {
            int length = lengthAt(file, at);
            apply(new String(file, at + HEAD, length, StandardCharsets.UTF_8), decisions);
            at += HEAD + length;
        }
        for (int next = at + 1; next < file.length; next++) {
            if (isWhole(file, next)) {
                throw new IOException(path + " is damaged at byte " + at
                        + ": what was decided cannot be known; restore it, or end the branches in doubt by hand and"
                        + " delete it");
            }
        }
        return decisions;
    }

    /** 0 where there is no frame that could be whole. */
    private static int lengthAt(byte[] file, int at) {
        if (file.length - at < HEAD) {
            return 0;
        }
        int length = ByteBuffer.wrap(file).getInt(at);
        return length < 0 || length > file.length - at - HEAD ? 0 : length;
    }

    /** Bodies have no zeros, and lengths begin with one: no part of a frame is taken for another. */
    private static boolean isWhole(byte[] file, int at) {
        int length = lengthAt(file, at);
        return length > 0 && ByteBuffer.wrap(file).getInt(at + Integer.BYTES) == checksum(file, at + HEAD, length);
    }

    private static void apply(String lines, Map<String, String> decisions) {
        lines.lines().forEach(line -> {
            int blank = line.indexOf(' ');
            if (blank < 0) {
                decisions.remove(line);
            } else {
                decisions.put(line.substring(0, blank), line.substring(blank + 1));
            }
        });
    }
}
