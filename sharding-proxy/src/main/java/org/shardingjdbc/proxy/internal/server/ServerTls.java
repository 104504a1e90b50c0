package org.shardingjdbc.proxy.internal.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates by which the server encrypts, with TLS 1.2 or 1.3, and by which it knows clients. Files that change
 * are read again; connections that are there stay as they are. Safe for all threads.
 */
public final class ServerTls {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final byte[] PROBE = "a key and its certificate".getBytes(StandardCharsets.US_ASCII);

    private final PemFiles files;
    private final boolean clientsMust;
    private volatile Loaded loaded;

    /** @param authorities null where clients show no certificate */
    private record PemFiles(
            File certificate, File key, @Nullable File authorities) {
        byte[][] read() throws IOException {
            return new byte[][] {
                Files.readAllBytes(certificate.toPath()),
                Files.readAllBytes(key.toPath()),
                authorities == null ? new byte[0] : Files.readAllBytes(authorities.toPath())
            };
        }
    }

    private record Loaded(byte[][] bytes, SslContext context) {}

    /**
     * @param certificate chain, in PEM
     * @param key in PEM, without a password
     * @param authorities that sign the certificates of clients, in PEM; null where clients are asked for none
     * @param clientsMust whether clients without a certificate are refused
     * @throws IOException when they cannot be read, or do not belong together
     */
    public ServerTls(File certificate, File key, @Nullable File authorities, boolean clientsMust) throws IOException {
        this.files = new PemFiles(certificate, key, authorities);
        this.clientsMust = clientsMust;
        this.loaded = load(files.read());
    }

    /**
     * Reads the files again where they have changed; new connections are encrypted by what they say.
     *
     * @return whether they had changed
     * @throws IOException when they cannot be read, or do not belong together; then all stays as it was
     */
    public synchronized boolean reload() throws IOException {
        byte[][] bytes = files.read();
        if (Arrays.deepEquals(bytes, loaded.bytes())) {
            return false;
        }
        loaded = load(bytes);
        LOG.info("The proxy encrypts by another certificate from now on: {}", files.certificate());
        return true;
    }

    private Loaded load(byte[][] bytes) throws IOException {
        try {
            X509Certificate[] chain = certificates(bytes[0]);
            PrivateKey key = key(new String(bytes[1], StandardCharsets.US_ASCII));
            requireTogether(chain[0].getPublicKey(), key);
            SslContextBuilder builder = SslContextBuilder.forServer(key, chain)
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2");
            if (files.authorities() != null) {
                builder.trustManager(certificates(bytes[2]))
                        .clientAuth(clientsMust ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
            }
            return new Loaded(bytes, builder.build());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new SSLException(
                    "The certificate " + files.certificate() + " and the key " + files.key() + " cannot be used: "
                            + e.getMessage(),
                    e);
        }
    }

    private static X509Certificate[] certificates(byte[] pem) throws CertificateException {
        List<X509Certificate> found = new ArrayList<>();
        for (Certificate each :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem))) {
            found.add((X509Certificate) each);
        }
        if (found.isEmpty()) {
            throw new CertificateException("a file of certificates has none");
        }
        return found.toArray(new X509Certificate[0]);
    }

    private static PrivateKey key(String pem) throws GeneralSecurityException {
        String begin = "-----BEGIN PRIVATE KEY-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END PRIVATE KEY-----");
        if (from < 0 || to < from) {
            throw new InvalidKeySpecException("a key is expected between the words BEGIN PRIVATE KEY and END PRIVATE"
                    + " KEY; openssl pkcs8 -topk8 -nocrypt writes one");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException e) {
                LOG.debug("The key is none of {}", algorithm, e);
            }
        }
        throw new InvalidKeySpecException("a key must be one of RSA, EC or EdDSA");
    }

    /** While somebody writes two files, they do not belong together for a moment. */
    private static void requireTogether(PublicKey certified, PrivateKey key) throws GeneralSecurityException {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                };
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(PROBE);
        byte[] signed = signing.sign();
        Signature checking = Signature.getInstance(algorithm);
        checking.initVerify(certified);
        checking.update(PROBE);
        if (!checking.verify(signed)) {
            throw new GeneralSecurityException("the key is not that of the certificate");
        }
    }

    ChannelHandler handler(Channel channel) {
        return loaded.context().newHandler(channel.alloc());
    }

    /** @param connection null where it is not encrypted */
    @Nullable
    String whyNot(String user, @Nullable SslHandler connection) {
        if (files.authorities() == null) {
            return null;
        }
        String shown = connection == null ? null : shownName(connection);
        if (shown == null) {
            return clientsMust ? "connection requires a valid client certificate" : null;
        }
        return shown.equals(user) ? null : "certificate authentication failed for user \"" + user + "\"";
    }

    /** Null where the client has shown no certificate. */
    private static @Nullable String shownName(SslHandler connection) {
        try {
            Certificate[] chain = connection.engine().getSession().getPeerCertificates();
            LdapName subject = new LdapName(
                    ((X509Certificate) chain[0]).getSubjectX500Principal().getName());
            for (int i = subject.size() - 1; i >= 0; i--) {
                Rdn part = subject.getRdn(i);
                if (part.getType().equalsIgnoreCase("CN")) {
                    return String.valueOf(part.getValue());
                }
            }
            return "";
        } catch (SSLPeerUnverifiedException e) {
            return null;
        } catch (InvalidNameException e) {
            return "";
        }
    }
}
