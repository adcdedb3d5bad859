package dev.muster.agent.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.KubeconfigText;
import dev.muster.agent.settings.KubernetesSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kubeconfigs as they are found on nodes, used at an API behind TLS. */
final class KubeconfigTest {

  @TempDir static Path keys;
  private static KubeDoor door;

  @TempDir Path folder;

  @BeforeAll
  static void open() throws Exception {
    door = KubeDoor.open(keys);
  }

  @BeforeEach
  void nobodyCameYet() throws Exception {
    door.visitors().clear();
    Files.writeString(folder.resolve("ca.pem"), door.certificate("server"));
  }

  @AfterAll
  static void close() {
    door.close();
  }

  @Test
  void keysOfAllFormsAreUsed() throws Exception {
    ask(trusted(), client(door.certificate("rsa"), door.key("rsa")));
    ask(trusted(), client(door.certificate("rsa"), door.rsaKey()));
    ask(trusted(), client(door.certificate("ec"), door.key("ec")));
    ask(trusted(), client(door.certificate("ec"), door.ecKey()));
    assertThat(door.visitors()).containsExactly("CN=rsa", "CN=rsa", "CN=ec", "CN=ec");
  }

  @Test
  void filesAreFoundBesideTheKubeconfig() throws Exception {
    Files.writeString(folder.resolve("me.pem"), door.certificate("ec"));
    Files.writeString(folder.resolve("me.key"), door.ecKey());
    Files.writeString(folder.resolve("token"), "from a file\n");
    ask("certificate-authority: ca.pem", "client-certificate: me.pem\nclient-key: me.key");
    ask("certificate-authority: ca.pem", "tokenFile: token");
    assertThat(door.visitors()).containsExactly("CN=ec", "Bearer from a file");
  }

  @Test
  void anotherAuthorityIsNotBelievedAndNothingIsShownToIt() throws Exception {
    KubeAnswer answer =
        answer("certificate-authority-data: " + base64(door.certificate("other")), "token: secret");
    assertThat(answer).isInstanceOf(KubeAnswer.Unreachable.class);
    assertThat(((KubeAnswer.Unreachable) answer).why())
        .startsWith("the Kubernetes API https://127.0.0.1:")
        .contains("cannot be reached");
    assertThat(answer("# the system decides", "token: secret"))
        .isInstanceOf(KubeAnswer.Unreachable.class);
    assertThat(door.visitors()).isEmpty();
  }

  @Test
  void nobodyIsAskedWhereVerificationIsSkipped() throws Exception {
    ask("insecure-skip-tls-verify: true", "token: secret");
    assertThat(door.visitors()).containsExactly("Bearer secret");
  }

  @Test
  void controllersAreAskedWithTheSameCredentials() throws Exception {
    Path file = write(trusted(), "token: secret");
    try (KubeApi api = KubeApi.open(new KubernetesSettings.Api(file, Optional.empty()))) {
      assertThat(api.readyz(URI.create(door.server()), Duration.ofSeconds(10))).isEqualTo(200);
    }
    assertThat(door.visitors()).containsExactly("Bearer secret");
  }

  @Test
  void whatCannotBeUsedIsNamed() throws Exception {
    wrong(
        write(trusted(), "exec: {command: aws}"), "a user with 'exec' cannot be used by an agent");
    wrong(
        write(trusted(), "client-certificate-data: " + base64(door.certificate("ec"))),
        "client-certificate and client-key belong together");
    wrong(folder.resolve("none"), "none is not there");
    for (String text : List.of("{", "- a list", "contexts: []", "current-context: x")) {
      Path file = Files.writeString(folder.resolve("bad"), text);
      assertThatThrownBy(() -> Kubeconfig.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file.toString());
    }
    assertThatThrownBy(() -> answer(trusted(), client(door.certificate("ec"), "no key")))
        .hasMessageContaining("there is no private key");
  }

  private void ask(String cluster, String user) throws Exception {
    assertThat(answer(cluster, user)).isInstanceOf(KubeAnswer.Ok.class);
  }

  private KubeAnswer answer(String cluster, String user) throws Exception {
    Path file = write(cluster, user);
    try (KubeApi api = KubeApi.open(new KubernetesSettings.Api(file, Optional.empty()))) {
      return api.node("n1");
    }
  }

  private Path write(String cluster, String user) throws Exception {
    return KubeconfigText.write(folder, "server: %s\n%s".formatted(door.server(), cluster), user);
  }

  private String trusted() throws Exception {
    return "certificate-authority-data: " + base64(door.certificate("server"));
  }

  private static String client(String certificate, String key) {
    return "client-certificate-data: %s\nclient-key-data: %s"
        .formatted(base64(certificate), base64(key));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void wrong(Path file, String why) {
    assertThatThrownBy(() -> Kubeconfig.read(file)).hasMessageContaining(why);
  }
}
