package dev.muster.api.problems;

import dev.muster.domain.playbook.Finding;
import java.util.List;
import java.util.Optional;

/**
 * An error as callers see it, {@code application/problem+json}.
 *
 * @param type stable, such as {@code urn:muster:problem:not-found}
 * @param detail what happened, why, and what to do next
 * @param findings what is wrong with a document, place by place
 * @param differences what changed since a plan was looked at
 * @param matches the ids that an ambiguous prefix fits
 * @param state Autopilot's word for why no plan can be made
 * @param errorId under which the log has more about an internal error
 */
public record ProblemBody(
    String type,
    String title,
    int status,
    String detail,
    Optional<List<Finding>> findings,
    Optional<List<String>> differences,
    Optional<List<String>> matches,
    Optional<String> state,
    Optional<String> errorId) {

  /** What only some problems say. */
  private record Extra(
      Optional<List<Finding>> findings,
      Optional<List<String>> differences,
      Optional<List<String>> matches,
      Optional<String> state,
      Optional<String> errorId) {

    static final Extra NONE = new Extra(none(), none(), none(), none(), none());

    private static <T> Optional<T> none() {
      return Optional.empty();
    }
  }

  private static ProblemBody of(ProblemType type, String detail, Extra extra) {
    return new ProblemBody(
        type.urn(),
        type.title(),
        type.status().value(),
        detail,
        extra.findings(),
        extra.differences(),
        extra.matches(),
        extra.state(),
        extra.errorId());
  }

  static ProblemBody of(ProblemType type, String detail) {
    return of(type, detail, Extra.NONE);
  }

  static ProblemBody findings(
      ProblemType type, String detail, List<Finding> findings, Optional<String> state) {
    return of(
        type,
        detail,
        new Extra(
            Optional.of(List.copyOf(findings)), Extra.none(), Extra.none(), state, Extra.none()));
  }

  static ProblemBody differences(ProblemType type, String detail, List<String> differences) {
    return of(
        type,
        detail,
        new Extra(
            Extra.none(),
            Optional.of(List.copyOf(differences)),
            Extra.none(),
            Extra.none(),
            Extra.none()));
  }

  static ProblemBody matches(ProblemType type, String detail, List<String> matches) {
    return of(
        type,
        detail,
        new Extra(
            Extra.none(),
            Extra.none(),
            Optional.of(List.copyOf(matches)),
            Extra.none(),
            Extra.none()));
  }

  static ProblemBody internal(String errorId) {
    return of(
        ProblemType.INTERNAL,
        "this is a bug in Muster; its log has more under error " + errorId,
        new Extra(Extra.none(), Extra.none(), Extra.none(), Extra.none(), Optional.of(errorId)));
  }
}
