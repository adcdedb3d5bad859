package dev.muster.api.problems;

import dev.muster.domain.playbook.Finding;
import dev.muster.records.sql.IdMatch;
import java.util.List;
import java.util.Optional;

/**
 * An error as callers see it, {@code application/problem+json}.
 *
 * @param type stable, such as {@code urn:muster:problem:not-found}
 * @param detail what happened, why, and what to do next
 * @param findings what is wrong with a document, place by place
 * @param differences what changed since a plan was looked at
 * @param matches what an ambiguous name, or beginning of an id, fits; ten at most
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
    Optional<List<IdMatch.Candidate>> matches,
    Optional<String> state,
    Optional<String> errorId) {

  /** What only some problems say. */
  private sealed interface More {

    record Nothing() implements More {}

    record Findings(List<Finding> findings, Optional<String> state) implements More {}

    record Differences(List<String> differences) implements More {}

    record Matches(List<IdMatch.Candidate> matches) implements More {}

    record Internal(String errorId) implements More {}
  }

  private static ProblemBody of(ProblemType type, String detail, More more) {
    return new ProblemBody(
        type.urn(),
        type.title(),
        type.status().value(),
        detail,
        more instanceof More.Findings told
            ? Optional.of(List.copyOf(told.findings()))
            : Optional.empty(),
        more instanceof More.Differences(List<String> differences)
            ? Optional.of(List.copyOf(differences))
            : Optional.empty(),
        more instanceof More.Matches(List<IdMatch.Candidate> matches)
            ? Optional.of(List.copyOf(matches))
            : Optional.empty(),
        more instanceof More.Findings told ? told.state() : Optional.empty(),
        more instanceof More.Internal(String errorId) ? Optional.of(errorId) : Optional.empty());
  }

  static ProblemBody of(ProblemType type, String detail) {
    return of(type, detail, new More.Nothing());
  }

  static ProblemBody findings(
      ProblemType type, String detail, List<Finding> findings, Optional<String> state) {
    return of(type, detail, new More.Findings(findings, state));
  }

  static ProblemBody differences(ProblemType type, String detail, List<String> differences) {
    return of(type, detail, new More.Differences(differences));
  }

  static ProblemBody matches(ProblemType type, String detail, List<IdMatch.Candidate> matches) {
    return of(type, detail, new More.Matches(matches));
  }

  static ProblemBody internal(String errorId) {
    return of(
        ProblemType.INTERNAL,
        "this is a bug in Muster; its log has more under error " + errorId,
        new More.Internal(errorId));
  }
}
