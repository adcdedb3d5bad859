package dev.muster.domain.member;

/** A version of a profile. */
public record ProfileKey(String name, int version) {

  @Override
  public String toString() {
    return name + " v" + version;
  }
}
