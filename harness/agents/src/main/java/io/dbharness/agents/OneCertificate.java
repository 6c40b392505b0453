package io.dbharness.agents;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trusts one certificate while it is valid and no other. A connection with another certificate is logged with its address. */
final class OneCertificate extends X509ExtendedTrustManager {

    private static final Logger LOG = LoggerFactory.getLogger(OneCertificate.class);

    private final X509Certificate trusted;

    OneCertificate(X509Certificate trusted) {
        this.trusted = trusted;
    }

    private void check(X509Certificate[] shown, @Nullable Object from) throws CertificateException {
        try {
            if (shown.length == 0 || !trusted.equals(shown[0])) {
                throw new CertificateException("its key is another than the one of these agents");
            }
            trusted.checkValidity();
        } catch (CertificateException e) {
            LOG.warn("refused {}: {}", from, e.getMessage());
            throw e;
        }
    }

    private static @Nullable Object address(@Nullable Socket socket) {
        return socket == null ? null : socket.getRemoteSocketAddress();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, address(socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, address(socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, engine.getPeerHost());
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, engine.getPeerHost());
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, null);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, null);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
