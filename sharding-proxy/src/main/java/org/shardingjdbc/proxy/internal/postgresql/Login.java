package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.shardingjdbc.proxy.internal.authority.ScramExchange;
import org.shardingjdbc.proxy.internal.authority.Users;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ClientKey;
import org.shardingjdbc.proxy.internal.server.ClientMessage;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/** From the first message of a client to the moment at which it may ask something. */
final class Login {
    private static final int PROTOCOL = 3;
    private static final String INVALID_PASSWORD = "28P01";
    /** What the first message says that is no setting of the database. */
    private static final Set<String> NO_SETTINGS = Set.of("user", "database", "options", "replication");

    private final Client client;
    private final Map<String, ServedDatabase> databases;
    private final Users users;
    private final MessageWriter out;

    private final Map<String, String> parameters = new LinkedHashMap<>();
    private @Nullable ProxyAccount account;
    private @Nullable ScramExchange exchange;
    private boolean challenged;
    private @Nullable DatabaseSession session;
    private @Nullable TrackedSettings settings;

    Login(Client client, Map<String, ServedDatabase> databases, Users users, MessageWriter out) {
        this.client = client;
        this.databases = databases;
        this.users = users;
        this.out = out;
    }

    /** What has become of it; null until the client is in. */
    @Nullable
    DatabaseSession session() {
        return session;
    }

    /** Null until the client is in. */
    @Nullable
    TrackedSettings settings() {
        return settings;
    }

    void receive(ClientMessage message) throws ClientGone, ProtocolViolation {
        if (message.mark() == MessageDecoder.START_UP || message.mark() == 'p' && exchange != null) {
            try {
                if (exchange == null) {
                    start(new MessageReader(message.body()));
                } else {
                    authenticate(exchange, new MessageReader(message.body()));
                }
            } catch (SQLException e) {
                throw new ProtocolViolation(String.valueOf(e.getMessage()));
            }
        } else {
            throw new ProtocolViolation("expected password response, got message type " + message.mark());
        }
    }

    // ---- the first message

    private void start(MessageReader message) throws ClientGone, SQLException {
        int code = message.int32();
        if (code == MessageDecoder.CANCEL_REQUEST) {
            client.sessions().cancel(new ClientKey(message.int32(), message.int32()));
            client.hangUp();
            return;
        }
        if (code >>> 16 != PROTOCOL) {
            refuse(
                    "0A000",
                    "unsupported frontend protocol " + (code >>> 16) + "." + (code & 0xFFFF)
                            + ": server supports 3.0 to 3.0");
            return;
        }
        readParameters(message);
        negotiate(code & 0xFFFF);
        String user = parameters.getOrDefault("user", "");
        String uncertified = client.whyNotByCertificate(user);
        ProxyAccount known = users.find(user, client.address());
        account = known;
        if (user.isEmpty()) {
            refuse("28000", "no PostgreSQL user name specified in startup packet");
        } else if (uncertified != null) {
            refuse("28000", uncertified);
        } else if (users.trustsEveryone() && known != null) {
            enter(known);
        } else {
            exchange = users.scram(user, known);
            out.begin('R').int32(10).text(ScramExchange.MECHANISM).int8(0).end();
            out.flush();
        }
    }

    private void readParameters(MessageReader message) throws SQLException {
        for (String name = message.text(); !name.isEmpty(); name = message.text()) {
            parameters.put(name, message.text());
        }
        message.end();
    }

    /** A client of a later minor version is told what we do not know of it. */
    private void negotiate(int minor) {
        List<String> unknown = new ArrayList<>();
        for (String each : parameters.keySet()) {
            if (each.startsWith("_pq_.")) {
                unknown.add(each);
            }
        }
        unknown.forEach(parameters::remove);
        if (minor > 0 || !unknown.isEmpty()) {
            out.begin('v').int32(PROTOCOL << 16).int32(unknown.size());
            unknown.forEach(out::text);
            out.end();
        }
    }

    // ---- the password

    private void authenticate(ScramExchange scram, MessageReader message) throws ClientGone, SQLException {
        String user = parameters.getOrDefault("user", "");
        if (!challenged) {
            challenged = true;
            String mechanism = message.text();
            byte[] first = message.value();
            message.end();
            String answer = first == null || !mechanism.equals(ScramExchange.MECHANISM)
                    ? null
                    : scram.challenge(new String(first, StandardCharsets.UTF_8));
            if (answer == null) {
                throw MessageReader.wrong("malformed SCRAM message");
            }
            out.begin('R')
                    .int32(11)
                    .bytes(answer.getBytes(StandardCharsets.UTF_8))
                    .end();
            out.flush();
            return;
        }
        exchange = null;
        String proof = scram.outcome(new String(message.rest(), StandardCharsets.UTF_8));
        ProxyAccount known = account;
        if (proof == null || known == null) {
            refuse(INVALID_PASSWORD, "password authentication failed for user \"" + user + "\"");
            return;
        }
        out.begin('R').int32(12).bytes(proof.getBytes(StandardCharsets.UTF_8)).end();
        enter(known);
    }

    // ---- inside

    private void enter(ProxyAccount known) throws ClientGone {
        String user = known.name();
        switch (client.authenticate(known)) {
            case ADMITTED -> enterDatabase(known);
            case SERVER_FULL -> end("53300", "sorry, too many clients already");
            case USER_FULL -> end("53300", "too many connections for role \"" + user + "\"");
            case ADDRESS_FULL -> end("53300", "too many connections from this address");
        }
    }

    private void enterDatabase(ProxyAccount known) throws ClientGone {
        String user = known.name();
        String name = parameters.getOrDefault("database", user);
        ServedDatabase database = databases.get(name);
        if (database == null) {
            refuse("3D000", "database \"" + name + "\" does not exist");
            return;
        }
        if (!known.mayUse(name)) {
            refuse("42501", "permission denied for database \"" + name + "\"");
            return;
        }
        try {
            open(database, known);
        } catch (SQLException e) {
            new ErrorFields(e).write(out.begin('E'), "FATAL");
            out.end();
            out.flush();
            client.hangUp();
        }
    }

    private void open(ServedDatabase database, ProxyAccount known) throws SQLException, ClientGone {
        if (parameters.containsKey("replication")) {
            throw new SQLException("The proxy does not speak the protocol of replication", "0A000");
        }
        DatabaseSession opened = new DatabaseSession(client, database);
        session = opened;
        TrackedSettings tracked = new TrackedSettings(opened, out);
        tracked.learnDefaults();
        opened.give(known);
        client.uses(database.name());
        out.begin('R').int32(0).end();
        Map<String, String> wanted = wantedSettings();
        boolean changed = known.readOnly();
        for (Map.Entry<String, String> each : wanted.entrySet()) {
            changed |= set(tracked, opened, each.getKey(), each.getValue());
        }
        tracked.tellAll(known.name(), parameters.getOrDefault("application_name", ""), changed);
        out.begin('K').int32(client.key().id()).int32(client.key().secret()).end();
        out.readyForQuery('I');
        out.flush();
        settings = tracked;
    }

    /** What the first message says of settings, also in its {@code options}. */
    private Map<String, String> wantedSettings() throws SQLException {
        Map<String, String> wanted = new LinkedHashMap<>();
        List<String> words = words(parameters.getOrDefault("options", ""));
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String setting = null;
            if (word.equals("-c") && i + 1 < words.size()) {
                setting = words.get(++i);
            } else if (word.startsWith("-c") || word.startsWith("--")) {
                setting = word.substring(2);
            }
            int equals = setting == null ? -1 : setting.indexOf('=');
            if (setting == null || equals <= 0) {
                throw new SQLException("invalid command-line argument for server process: " + word, "42601");
            }
            wanted.put(setting.substring(0, equals).replace('-', '_'), setting.substring(equals + 1));
        }
        parameters.forEach((name, value) -> {
            if (!NO_SETTINGS.contains(name)) {
                wanted.put(name, value);
            }
        });
        return wanted;
    }

    private static List<String> words(String options) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        for (int i = 0; i < options.length(); i++) {
            char c = options.charAt(i);
            if (Character.isWhitespace(c)) {
                if (begun) {
                    words.add(word.toString());
                    word.setLength(0);
                    begun = false;
                }
                continue;
            }
            begun = true;
            if (c == '\\' && i + 1 < options.length()) {
                i++;
                c = options.charAt(i);
            }
            word.append(c);
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }

    /** Returns whether the session differs from others now. */
    private boolean set(TrackedSettings tracked, DatabaseSession opened, String name, String value)
            throws SQLException {
        TrackedSettings.requireSupported(name, value);
        if (tracked.isAlready(name, value)) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_' && c != '.') {
                throw new SQLException("unrecognized configuration parameter \"" + name + "\"", "42704");
            }
        }
        ClientCommand command =
                opened.command("SET " + name.toLowerCase(Locale.ROOT) + " TO '" + value.replace("'", "''") + "'");
        opened.requireAllowed(command);
        opened.setFirst(name, command.sql());
        return true;
    }

    private void refuse(String state, String message) throws ClientGone {
        client.refused();
        end(state, message);
    }

    private void end(String state, String message) throws ClientGone {
        out.error("FATAL", state, message);
        out.flush();
        client.hangUp();
    }
}
