package dev.muster.domain.cluster;

/**
 * Operating system and processor of a node, in Go's names ({@code linux}, {@code amd64}), as k0s
 * Autopilot writes them.
 */
public record Platform(String os, String arch) {

  public Platform {
    Label.require("platform os", os);
    Label.require("platform arch", arch);
  }

  /** Reads {@code linux-amd64}. */
  public static Platform parse(String text) {
    int dash = text.indexOf('-');
    if (dash < 0) {
      throw new IllegalArgumentException(
          "platform: '%s' (expected: os-arch, as in linux-amd64)".formatted(text));
    }
    return new Platform(text.substring(0, dash), text.substring(dash + 1));
  }

  @Override
  public String toString() {
    return os + "-" + arch;
  }
}
