package dev.muster.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an image's file says of itself. */
final class AgentTarballTest {

  @TempDir private Path folder;

  @Test
  void itSaysWhatItIsCalledAndForWhichPlatformItIs() throws IOException {
    AgentTarball read =
        AgentTarball.read(tarball("muster-agent/image", "0123456789abcdef\nlinux-arm64\n"));
    assertThat(read.image()).isEqualTo("0123456789abcdef");
    assertThat(read.platform()).isEqualTo("linux-arm64");
    assertThat(read.bytes()).isEqualTo(Files.size(read.file()));
    assertThat(read.sha256()).matches("[0-9a-f]{64}");
  }

  @Test
  void anotherArchiveIsNoImage() throws IOException {
    Path other = tarball("something/else", "0123456789abcdef\nlinux-arm64\n");
    assertThatThrownBy(() -> AgentTarball.read(other))
        .isInstanceOf(InstallFailure.class)
        .hasMessageContaining("is no image of an agent");
    Path nameless = tarball("muster-agent/image", "../../etc\nlinux-arm64\n");
    assertThatThrownBy(() -> AgentTarball.read(nameless)).isInstanceOf(InstallFailure.class);
  }

  @Test
  void aFileThatIsNoArchiveIsNoImage() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no archive");
    assertThatThrownBy(() -> AgentTarball.read(text)).isInstanceOf(InstallFailure.class);
    assertThatThrownBy(() -> AgentTarball.read(folder.resolve("absent")))
        .isInstanceOf(InstallFailure.class);
  }

  /** As much of an archive as is read: the first header with its name, and the first block. */
  private Path tarball(String name, String content) throws IOException {
    Path file = folder.resolve("image.tar.gz");
    byte[] blocks = new byte[1024];
    System.arraycopy(name.getBytes(StandardCharsets.US_ASCII), 0, blocks, 0, name.length());
    System.arraycopy(content.getBytes(StandardCharsets.US_ASCII), 0, blocks, 512, content.length());
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(blocks);
    }
    return file;
  }
}
