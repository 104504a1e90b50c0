package org.shardingjdbc.proxy.internal.mysql;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.MySqlPasswords;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.shardingjdbc.proxy.internal.server.ClientMessage;
import org.shardingjdbc.proxy.internal.server.Conversation;
import org.shardingjdbc.proxy.internal.server.Farewell;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's session: it greets, finds out who the client is, and has {@link MySqlCommands} answer all that comes
 * then. One thread at a time uses it; only {@link #cancel}, {@link #kill} and what a list of sessions shows are for
 * any.
 */
final class MySqlSession implements Conversation, LiveSession, MySqlCommands.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlSession.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    private enum Phase {
        /** The next packet is a {@link LoginPacket}. */
        GREETED,
        /** The next packet is the answer to a new nonce. */
        PROVING,
        /** The next packet is a command. */
        READY
    }

    private final Client client;
    private final MySqlServer server;
    private final PacketOutput output;
    private final PacketWriter out;
    private final Replies replies;
    private final MySqlCommands commands;
    private final byte[] nonce = newNonce();

    private Phase phase = Phase.GREETED;
    /** Of whom it is not known yet whether it is true. */
    private @Nullable LoginPacket claimed;
    /** Which the next packet of the client has while it logs in. */
    private int expected;

    /** Null until it is known who the client is. */
    private volatile @Nullable ProxyAccount account;

    MySqlSession(Client client, MySqlServer server) {
        this.client = client;
        this.server = server;
        this.output = new PacketOutput(client.output());
        this.out = new PacketWriter(output);
        this.replies = new Replies(out);
        this.commands = new MySqlCommands(this, this, client, server, replies);
    }

    /** Random, without zeros, at which older clients end it. */
    private static byte[] newNonce() {
        byte[] nonce = new byte[MySqlPasswords.NONCE_LENGTH];
        RANDOM.nextBytes(nonce);
        for (int i = 0; i < nonce.length; i++) {
            nonce[i] = (byte) (1 + (nonce[i] & 0x7f) % 0x7e);
        }
        return nonce;
    }

    // ---- what others see

    @Override
    public int id() {
        return client.key().id();
    }

    @Override
    public @Nullable ProxyAccount account() {
        return account;
    }

    @Override
    public String host() {
        return client.address() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ':' + address.getPort()
                : "";
    }

    @Override
    public String hostName() {
        String host = host();
        int colon = host.lastIndexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }

    @Override
    public String databaseName() {
        return commands.databaseName();
    }

    @Override
    public String activity() {
        return commands.activity();
    }

    @Override
    public String activityText() {
        return commands.activityText();
    }

    @Override
    public long seconds() {
        return commands.seconds();
    }

    @Override
    public void killQuery() {
        commands.kill();
    }

    @Override
    public void kill() {
        commands.kill();
        client.dismiss(new Farewell(Farewell.Reason.SHUTDOWN, "The session was killed"));
    }

    // ---- login

    private int offered() {
        return Capabilities.OFFERED
                | (client.offersTls() ? Capabilities.TLS : 0)
                | (server.countsFoundRows() ? Capabilities.FOUND_ROWS : 0)
                | (server.loadsLocalFiles() ? Capabilities.LOCAL_FILES : 0);
    }

    private AuthMethod preferred() {
        return server.isMariaDb() ? AuthMethod.NATIVE : AuthMethod.CACHING_SHA2;
    }

    @Override
    public void opened() throws ClientGone {
        out.sequence(0);
        new Greeting(server.version(), id(), nonce, offered(), ClientCharset.UTF8MB4.collation(), preferred())
                .write(out);
        expected = 1;
    }

    @Override
    public void receive(ClientMessage message) throws ClientGone, ProtocolViolation {
        boolean compressed = output.isCompressed();
        int pieces = compressed ? 1 : message.body().length / PacketWriter.MAX_PAYLOAD + 1;
        // The wish for TLS had a number, and reached nobody here.
        boolean afterTls = phase == Phase.GREETED && client.isEncrypted() && message.mark() == 2;
        boolean begins = phase == Phase.READY && !commands.isLoading();
        if (commands.isLoading()) {
            expected = replies.nextNumber();
        }
        out.sequence(message.mark() + pieces);
        output.begins(message.mark());
        if (!compressed && message.mark() != (begins ? 0 : expected) && !afterTls) {
            throw new ProtocolViolation(MySqlError.PACKETS_OUT_OF_ORDER.message());
        }
        switch (phase) {
            case GREETED -> login(LoginPacket.read(message.body()), false);
            case PROVING -> proved(message.body());
            case READY -> command(message.body());
        }
        out.flush();
    }

    /** @param known whether the client is logged in already, and becomes another user */
    private void login(LoginPacket login, boolean known) throws ClientGone {
        replies.capabilities(known ? replies.capabilities() : login.capabilities() & offered());
        String uncertified = client.whyNotByCertificate(login.user());
        if (uncertified != null) {
            client.refused();
            refuse(MySqlError.CERTIFICATE, login.user(), hostName(), uncertified);
            return;
        }
        AuthMethod method = login.method() == null ? AuthMethod.NATIVE : AuthMethod.of(login.method());
        // A client that becomes another user scrambles its password with the nonce of the first greeting.
        if (method == null && !server.users().trustsEveryone()) {
            claimed = login;
            replies.switchMethod(preferred(), nonce);
            phase = Phase.PROVING;
            expected = replies.nextNumber();
            return;
        }
        decide(login, method, login.answer());
    }

    private void proved(byte[] answer) throws ClientGone {
        LoginPacket login = claimed;
        claimed = null;
        if (login == null) {
            throw new IllegalStateException("nobody has claimed to be somebody");
        }
        decide(login, preferred(), answer);
    }

    private void decide(LoginPacket login, @Nullable AuthMethod method, byte[] answer) throws ClientGone {
        ProxyAccount known = server.users().find(login.user(), client.address());
        boolean right = isRight(known, method, answer);
        if (known == null || !right) {
            client.refused();
            refuse(MySqlError.ACCESS_DENIED, login.user(), hostName(), answer.length == 0 ? "NO" : "YES");
            return;
        }
        switch (client.authenticate(known)) {
            case ADMITTED -> enter(known, login, method == AuthMethod.CACHING_SHA2 && answer.length > 1);
            case SERVER_FULL -> refuse(MySqlError.TOO_MANY_CONNECTIONS);
            case USER_FULL -> refuse(MySqlError.TOO_MANY_OF_USER, known.name());
            case ADDRESS_FULL -> refuse(MySqlError.TOO_MANY_OF_ADDRESS);
        }
    }

    /** @param proved whether the client waits for the word that it has proved who it is */
    private void enter(ProxyAccount known, LoginPacket login, boolean proved) throws ClientGone {
        try {
            commands.begin(known, login.database(), login.collation());
        } catch (SQLException e) {
            replies.error(e);
            hangUp();
            return;
        }
        account = known;
        phase = Phase.READY;
        server.add(this);
        if (proved) {
            replies.proved();
        }
        boolean compresses = replies.can(Capabilities.COMPRESS) && !output.isCompressed();
        if (compresses) {
            client.decodeBefore(new CompressedDecoder(client, output::nextNumber));
        }
        replies.ok(commands.status());
        if (compresses) {
            // The word that it is let in goes as it is, and so does nothing behind it.
            out.flush();
            output.compress();
        }
    }

    private boolean isRight(@Nullable ProxyAccount known, @Nullable AuthMethod method, byte[] answer) {
        if (server.users().trustsEveryone()) {
            return true;
        }
        String password = known == null ? null : known.password();
        // Who is not known costs the same time as who is.
        boolean right = method != null && method.isRight(answer, nonce, password == null ? "?" : password);
        return right && password != null;
    }

    private void refuse(MySqlError error, Object... arguments) throws ClientGone {
        replies.error(error, arguments);
        hangUp();
    }

    @Override
    public void hangUp() throws ClientGone {
        out.flush();
        client.hangUp();
    }

    @Override
    public void changeUser(LoginPacket login) throws ClientGone {
        account = null;
        server.remove(this);
        login(login, true);
    }

    // ---- commands

    private void command(byte[] body) throws ClientGone, ProtocolViolation {
        try {
            if (commands.isLoading()) {
                commands.load(body);
            } else {
                commands.execute(body);
            }
        } catch (RuntimeException e) {
            LOG.error("A command of a session failed in a way that should not be possible", e);
            if (replies.isAnswered()) {
                return;
            }
            replies.error(MySqlError.UNKNOWN, "Internal error of the proxy: " + e);
        }
    }

    @Override
    public boolean isIdle() {
        return phase == Phase.READY && !commands.isInTransaction() && !commands.isLoading();
    }

    @Override
    public void cancel() {
        commands.abort();
    }

    @Override
    public void farewell(Farewell farewell) throws ClientGone {
        if (output.isCompressed() && replies.isAnswered()) {
            // The client takes it for the answer to its next command.
            out.sequence(1);
            output.begins(0);
        }
        switch (farewell.reason()) {
            case SHUTDOWN -> replies.error(MySqlError.SHUTDOWN);
            case IDLE, IDLE_IN_TRANSACTION -> replies.error(MySqlError.IDLE);
            case VIOLATION -> violated(farewell.message());
            case INTERNAL -> replies.error(MySqlError.UNKNOWN, farewell.message());
        }
        out.flush();
    }

    private void violated(String message) throws ClientGone {
        if (message.equals(MySqlError.PACKET_TOO_LARGE.message())) {
            replies.error(MySqlError.PACKET_TOO_LARGE);
        } else if (message.equals(MySqlError.PACKETS_OUT_OF_ORDER.message())) {
            replies.error(MySqlError.PACKETS_OUT_OF_ORDER);
        } else if (phase == Phase.READY) {
            replies.error(MySqlError.MALFORMED_PACKET, message);
        } else {
            replies.error(MySqlError.BAD_HANDSHAKE);
        }
    }

    @Override
    public void closed() {
        server.remove(this);
        output.close();
        commands.close();
    }
}
