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

  @Override
  public String toString() {
    return os + "-" + arch;
  }
}
