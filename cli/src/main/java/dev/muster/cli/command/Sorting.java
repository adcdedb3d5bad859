package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a list begins, and in which order it is. */
final class Sorting {

  @Option(
      names = "--sort",
      paramLabel = "KEY[:DIRECTION]",
      split = ",",
      description = "The order, such as state,created_at:desc; newest first without it.")
  private List<String> keys = List.of();

  @Option(
      names = "--marker",
      paramLabel = "ID",
      description = "Only what comes after this one; its whole id.")
  private Optional<String> marker = Optional.empty();

  ApiPath in(ApiPath path) {
    return path.with("sort", several(keys)).with("marker", marker);
  }

  /** Values of one filter, as the API takes them. */
  static Optional<String> several(List<String> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(",", values));
  }
}
