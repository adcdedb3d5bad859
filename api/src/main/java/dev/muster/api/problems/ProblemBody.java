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

  static ProblemBody of(ProblemType type, String detail) {
    return new ProblemBody(
        type.urn(),
        type.title(),
        type.status().value(),
        detail,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static ProblemBody internal(String errorId) {
    ProblemType type = ProblemType.INTERNAL;
    return new ProblemBody(
        type.urn(),
        type.title(),
        type.status().value(),
        "this is a bug in Muster; its log has more under error " + errorId,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(errorId));
  }
}
