package dev.muster.cli.command;

import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** How much of a list is shown. */
final class Paging {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most this many; 0 for all. Without it JSON has all.")
  private Optional<Integer> typed = Optional.empty();

  private final int usual;

  private Paging(int usual) {
    this.usual = usual;
  }

  /** For lists that a person wants whole. */
  static Paging whole() {
    return new Paging(0);
  }

  /** For histories, newest first: the newest 50 unless more are asked for. */
  static Paging newest() {
    return new Paging(50);
  }

  OptionalInt limit() {
    int limit = typed.orElse(0);
    if (limit < 0) {
      throw new UsageFailure("--limit %d (expected: 0 or more)".formatted(limit));
    }
    return limit > 0 ? OptionalInt.of(limit) : OptionalInt.empty();
  }

  OptionalInt limitForPeople() {
    return typed.isEmpty() && usual > 0 ? OptionalInt.of(usual) : limit();
  }
}
