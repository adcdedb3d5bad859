package dev.muster.agent.kube;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;

/**
 * An API behind TLS that says who came; its certificate and those of its clients are made by {@code
 * keytool} when a test runs, so nothing expires in the repository.
 */
final class KubeDoor implements AutoCloseable {

  private static final String PASSWORD = "changeit";

  private final HttpsServer server;
  private final KeyStore keys;
  private final List<String> visitors = new CopyOnWriteArrayList<>();

  private KubeDoor(HttpsServer server, KeyStore keys) {
    this.server = server;
    this.keys = keys;
  }

  static KubeDoor open(Path folder) throws Exception {
    Path store = folder.resolve("keys.p12");
    make(store, "server", "RSA", "-ext", "san=ip:127.0.0.1", "-keysize", "2048");
    make(store, "other", "EC", "-groupname", "secp256r1");
    make(store, "rsa", "RSA", "-keysize", "2048");
    make(store, "ec", "EC", "-groupname", "secp256r1");
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    KubeDoor door = new KubeDoor(https, keys);
    https.setHttpsConfigurator(
        new HttpsConfigurator(door.context()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wants = getSSLContext().getDefaultSSLParameters();
            wants.setWantClientAuth(true);
            parameters.setSSLParameters(wants);
          }
        });
    https.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    https.createContext("/", exchange -> door.answer((HttpsExchange) exchange));
    https.start();
    return door;
  }

  String server() {
    return "https://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Who came: the name of the certificate, or the header. */
  List<String> visitors() {
    return visitors;
  }

  String certificate(String alias) throws Exception {
    return pem("CERTIFICATE", keys.getCertificate(alias).getEncoded());
  }

  /** As PKCS#8. */
  String key(String alias) throws Exception {
    return pem("PRIVATE KEY", encoded(alias));
  }

  /** The key of {@code rsa} as PKCS#1, which is the end of PKCS#8. */
  String rsaKey() throws Exception {
    byte[] pkcs8 = encoded("rsa");
    int header = 26;
    byte[] pkcs1 = Arrays.copyOfRange(pkcs8, header, pkcs8.length);
    return pem("RSA PRIVATE KEY", pkcs1);
  }

  /** The key of {@code ec} as openssl writes it: with its curve, and the curve alone before it. */
  String ecKey() throws Exception {
    byte[] secret = ((ECPrivateKey) secret("ec")).getS().toByteArray();
    byte[] sec1 = new byte[51];
    byte[] head = {0x30, 49, 2, 1, 1, 4, 32};
    byte[] curve = {(byte) 0xA0, 10, 6, 8, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 3, 1, 7};
    System.arraycopy(head, 0, sec1, 0, head.length);
    int skipped = Math.max(0, secret.length - 32);
    int length = secret.length - skipped;
    System.arraycopy(secret, skipped, sec1, head.length + 32 - length, length);
    System.arraycopy(curve, 0, sec1, head.length + 32, curve.length);
    byte[] name = Arrays.copyOfRange(curve, 2, curve.length);
    return pem("EC PARAMETERS", name) + pem("EC PRIVATE KEY", sec1);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private byte[] encoded(String alias) throws Exception {
    return secret(alias).getEncoded();
  }

  private Key secret(String alias) throws Exception {
    return Optional.ofNullable(keys.getKey(alias, PASSWORD.toCharArray())).orElseThrow();
  }

  private SSLContext context() throws Exception {
    KeyStore own = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    own.setKeyEntry(
        "server", secret("server"), new char[0], new Certificate[] {keys.getCertificate("server")});
    KeyManagerFactory shows = KeyManagerFactory.getInstance("PKIX");
    shows.init(own, new char[0]);
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    for (String alias : List.of("rsa", "ec")) {
      known.setCertificateEntry(alias, keys.getCertificate(alias));
    }
    TrustManagerFactory believes = TrustManagerFactory.getInstance("PKIX");
    believes.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shows.getKeyManagers(), believes.getTrustManagers(), null);
    return context;
  }

  private void answer(HttpsExchange exchange) throws IOException {
    String header =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
    String who;
    try {
      who = exchange.getSSLSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException nobody) {
      who = header;
    }
    visitors.add(who);
    byte[] body = "{\"kind\": \"Node\"}".getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String pem(String what, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der), what);
  }

  private static void make(Path store, String alias, String algorithm, String... more)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=" + alias,
                "-validity",
                "2",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }
}
