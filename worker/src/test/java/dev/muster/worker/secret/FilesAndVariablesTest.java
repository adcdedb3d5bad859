package dev.muster.worker.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.activities.secret.Secrets;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.secret.SecretName;
import dev.muster.worker.secret.SecretSettings.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of the environment and of files, and the settings that name them. */
final class FilesAndVariablesTest {

  private static final VaultSettings NO_VAULT =
      new VaultSettings("", "secret", "", "", "", "", "", "approle", Duration.ofSeconds(1));
  private static final List<String> ALL = List.of("*");

  @TempDir Path folder;

  @Test
  void aVariableIsReadFromTheEnvironment() {
    Entry entry = new Entry("DB_PASSWORD", "", "", "", ALL, ALL);
    assertThat(read(entry, Map.of("DB_PASSWORD", "hunter2")))
        .isEqualTo(new Reading.Found("hunter2"));
    assertThat(read(entry, Map.of()))
        .isEqualTo(new Reading.Absent("the worker's environment has no DB_PASSWORD"));
  }

  @Test
  void aFileIsReadAnewWithoutItsLastLineBreak() throws Exception {
    Path file = folder.resolve("db");
    Entry entry = new Entry("", file.toString(), "", "", ALL, ALL);
    assertThat(read(entry, Map.of())).isEqualTo(new Reading.Absent("there is no file " + file));
    Files.writeString(file, " first\n\n");
    assertThat(read(entry, Map.of())).isEqualTo(new Reading.Found(" first\n"));
    Files.writeString(file, "second\r\n");
    assertThat(read(entry, Map.of())).isEqualTo(new Reading.Found("second"));
    Files.write(file, new byte[] {'a', (byte) 0xff, 'b', 'c', 'd'});
    assertThat(read(entry, Map.of())).isEqualTo(new Reading.Absent(file + " is no UTF-8 text"));
    Files.writeString(file, "abc\n");
    assertThat(read(entry, Map.of()))
        .isInstanceOfSatisfying(
            Reading.Absent.class, absent -> assertThat(absent.why()).contains("fewer than 4"));
  }

  @Test
  void aFileThatCannotBeReadIsWaitedFor() throws Exception {
    Path directory = Files.createDirectory(folder.resolve("directory"));
    assertThat(read(new Entry("", directory.toString(), "", "", ALL, ALL), Map.of()))
        .isInstanceOfSatisfying(
            Reading.Away.class, away -> assertThat(away.why()).contains("cannot be read"));
  }

  @Test
  void aMountedSecretOfKubernetesIsFollowedWhenItIsReplaced() throws Exception {
    Files.writeString(Files.createDirectory(folder.resolve("..1")).resolve("db"), "first");
    Files.writeString(Files.createDirectory(folder.resolve("..2")).resolve("db"), "second");
    Path data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(folder.resolve("db"), Path.of("..data/db"));
    Entry entry = new Entry("", folder.resolve("db").toString(), "", "", ALL, ALL);
    assertThat(read(entry, Map.of())).isEqualTo(new Reading.Found("first"));
    Files.delete(data);
    Files.createSymbolicLink(data, Path.of("..2"));
    assertThat(read(entry, Map.of())).isEqualTo(new Reading.Found("second"));
  }

  @Test
  void aCredentialOfSystemdIsAFileInItsFolder() throws Exception {
    Files.writeString(folder.resolve("db-password"), "hunter2");
    Entry entry = new Entry("", "", "db-password", "", ALL, ALL);
    assertThat(read(entry, Map.of("CREDENTIALS_DIRECTORY", folder.toString())))
        .isEqualTo(new Reading.Found("hunter2"));
    assertThatThrownBy(() -> read(entry, Map.of()))
        .hasMessageContaining(
            "muster.secrets.dbpassword.credential: $CREDENTIALS_DIRECTORY is not set");
    assertThatThrownBy(() ->
            read(
                new Entry("", "", "../db-password", "", ALL, ALL),
                Map.of("CREDENTIALS_DIRECTORY", folder.toString())))
        .hasMessageContaining("expected: the name of a credential");
  }

  @Test
  void eachSettingOfASecretIsChecked() {
    refused(new Entry("", "", "", "", ALL, ALL), "0 places (expected: one of environment, file");
    refused(new Entry("A", "/b", "", "", ALL, ALL), "2 places");
    refused(new Entry("A", "", "", "", List.of(), ALL), "db-password.playbooks: nothing");
    refused(new Entry("A", "", "", "", ALL, List.of()), "db-password.clusters: nothing");
    refused(new Entry("A", "", "", "", ALL, List.of("Prod")), "db-password.clusters: 'Prod'");
    assertThatThrownBy(() -> settings(Map.of("1st", new Entry("A", "", "", "", ALL, ALL))))
        .hasMessageContaining("muster.secrets.1st: secret: '1st'");
    assertThatThrownBy(() ->
            settings(
                Map.of(
                    "db-password", new Entry("A", "", "", "", ALL, ALL),
                    "db_password", new Entry("B", "", "", "", ALL, ALL))))
        .hasMessageContaining("it is there twice");
  }

  @Test
  void aSecretInAVaultNeedsAVaultAndAPath() {
    assertThatThrownBy(() -> read(new Entry("", "", "", "prod/db#password", ALL, ALL), Map.of()))
        .hasMessageContaining("expected: muster.vault.address, too");
    for (String wrong : List.of("prod/db", "#x", "prod/../db#x", "prod//db#x", "a?b#x", "/a#x")) {
      assertThatThrownBy(() -> read(new Entry("", "", "", wrong, ALL, ALL), Map.of()))
          .hasMessageContaining("expected: PATH#FIELD");
    }
  }

  @Test
  void whereItMayBeUsedIsWhatTheSettingsSay() {
    Entry entry = new Entry("A", "", "", "", List.of("undo"), List.of("prod-*"));
    try (KnownSecrets known =
        new KnownSecrets(settings(Map.of("db-password", entry)), Map.of(), Clock.systemUTC())) {
      SecretName name = new SecretName("db_password");
      Secrets secrets = known.secrets();
      assertThat(secrets.rules().refusal(name, "undo", new ClusterName("prod-1"))).isEmpty();
      assertThat(secrets.rules().refusal(name, "undo", new ClusterName("test"))).isPresent();
      assertThat(secrets.rules().refusal(name, "do", new ClusterName("prod-1"))).isPresent();
    }
  }

  private static void refused(Entry entry, String message) {
    assertThatThrownBy(() -> settings(Map.of("db-password", entry)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("muster.secrets.db-password")
        .hasMessageContaining(message);
  }

  private static SecretSettings settings(Map<String, Entry> entries) {
    return new SecretSettings(entries, NO_VAULT);
  }

  private static Reading read(Entry entry, Map<String, String> environment) {
    try (KnownSecrets known =
        new KnownSecrets(settings(Map.of("db-password", entry)), environment, Clock.systemUTC())) {
      return known.secrets().read(new SecretName("db_password"));
    }
  }
}
