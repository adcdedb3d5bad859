package dev.muster.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.connections.codec.CodecKeys;
import dev.muster.connections.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentKeyTest {

  @TempDir private Path data = Path.of("");

  @Test
  void theKeyIsItsOwnersAloneAndStays() throws IOException {
    Path file = AgentKey.in(data);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    CodecKeys first = CodecKeys.read(new Setting("key", file.toString()));
    assertThat(first.ids()).hasSize(1);
    assertThat(CodecKeys.read(new Setting("key", AgentKey.in(data).toString())).ids())
        .isEqualTo(first.ids());
  }

  @Test
  void eachInstallationHasItsOwn() {
    Path other = data.resolve("other");
    assertThat(other.toFile().mkdir()).isTrue();
    assertThat(AgentKey.in(data)).isNotEqualTo(AgentKey.in(other));
    assertThat(ids(AgentKey.in(data))).isNotEqualTo(ids(AgentKey.in(other)));
  }

  private static Object ids(Path file) {
    return CodecKeys.read(new Setting("key", file.toString())).ids();
  }
}
