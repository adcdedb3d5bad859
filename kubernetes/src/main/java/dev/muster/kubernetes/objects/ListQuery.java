package dev.muster.kubernetes.objects;

import dev.muster.kubernetes.schema.FieldProblem;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a list, or a watch, was asked for. In the words of Kubernetes' server where it is wrong.
 *
 * @param version from which on; empty if it was not said, 0 for any
 * @param initial whether a watch begins with what is there; empty if it was not said
 */
record ListQuery(
    ObjectSelection selection,
    Following following,
    Optional<Long> version,
    Match match,
    Optional<Boolean> initial,
    Bookmarks bookmarks,
    Optional<Duration> timeout) {

  private static final String VERSION = "resourceVersion";
  private static final String MATCH = "resourceVersionMatch";
  private static final String INITIAL = "sendInitialEvents";

  /** Whether it goes on with what changes. */
  enum Following {
    LIST,
    WATCH
  }

  /** How the version is meant. */
  enum Match {
    UNSAID,
    NOT_OLDER,
    EXACT
  }

  /** Whether the caller wants to be told versions now and then. */
  enum Bookmarks {
    WANTED,
    UNWANTED
  }

  /** Reads it, or ends the request. */
  static ListQuery of(HttpServletRequest request) {
    Following following =
        text(request, "watch").filter(QueryFlags::isSet).isPresent()
            ? Following.WATCH
            : Following.LIST;
    Optional<String> sent = text(request, VERSION);
    String match = text(request, MATCH).orElse("");
    Optional<Boolean> initial = text(request, INITIAL).map(QueryFlags::isSet);
    List<FieldProblem> problems =
        following == Following.WATCH
            ? ofWatch(match, initial)
            : ofList(match, sent.orElse(""), initial);
    if (!problems.isEmpty()) {
      throw new StatusException(KubeStatus.invalidOptions("ListOptions", problems));
    }
    number(text(request, "limit"));
    requireNoContinuation(text(request, "continue"));
    return new ListQuery(
        ObjectSelection.of(text(request, "labelSelector"), text(request, "fieldSelector")),
        following,
        sent.map(text -> version(text, following)),
        switch (match) {
          case "Exact" -> Match.EXACT;
          case "NotOlderThan" -> Match.NOT_OLDER;
          default -> Match.UNSAID;
        },
        initial,
        text(request, "allowWatchBookmarks").filter(QueryFlags::isSet).isPresent()
            ? Bookmarks.WANTED
            : Bookmarks.UNWANTED,
        number(text(request, "timeoutSeconds")).filter(time -> time > 0).map(Duration::ofSeconds));
  }

  private static Optional<String> text(HttpServletRequest request, String name) {
    return Optional.ofNullable(request.getParameter(name)).filter(text -> !text.isEmpty());
  }

  private static List<FieldProblem> ofWatch(String match, Optional<Boolean> initial) {
    List<FieldProblem> problems = new ArrayList<>();
    if (!match.isEmpty()) {
      if (initial.isEmpty()) {
        problems.add(
            FieldProblem.forbidden(
                MATCH, MATCH + " is forbidden for watch unless " + INITIAL + " is provided"));
      }
      if (!match.equals("NotOlderThan")) {
        problems.add(FieldProblem.unknown(MATCH, "\"" + match + "\"", List.of("NotOlderThan")));
      }
    } else if (initial.isPresent()) {
      problems.add(
          FieldProblem.forbidden(
              MATCH, INITIAL + " requires setting " + MATCH + " to NotOlderThan"));
    }
    return problems;
  }

  private static List<FieldProblem> ofList(
      String match, String version, Optional<Boolean> initial) {
    List<FieldProblem> problems = new ArrayList<>();
    if (!match.isEmpty()) {
      if (version.isEmpty()) {
        problems.add(
            FieldProblem.forbidden(
                MATCH, MATCH + " is forbidden unless " + VERSION + " is provided"));
      }
      if (!List.of("Exact", "NotOlderThan").contains(match)) {
        problems.add(
            FieldProblem.unknown(MATCH, "\"" + match + "\"", List.of("Exact", "NotOlderThan", "")));
      }
      if (match.equals("Exact") && version.equals("0")) {
        problems.add(
            FieldProblem.forbidden(
                MATCH, MATCH + " \"exact\" is forbidden for " + VERSION + " \"0\""));
      }
    }
    if (initial.isPresent()) {
      problems.add(FieldProblem.forbidden(INITIAL, INITIAL + " is forbidden for list"));
    }
    return problems;
  }

  private static Optional<Long> number(Optional<String> text) {
    return text.map(digits -> {
      if (!digits.matches("-?\\d{1,18}")) {
        throw new StatusException(
            KubeStatus.badRequest(
                "strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(digits)));
      }
      return Long.parseLong(digits);
    });
  }

  /** Lists are answered whole, so nothing is ever to be continued. */
  private static void requireNoContinuation(Optional<String> token) {
    if (token.isPresent()) {
      throw new StatusException(
          KubeStatus.badRequest(
              "invalid continue token: continue key is not valid: Muster answers lists whole and"
                  + " gives none"));
    }
  }

  private static long version(String text, Following following) {
    if (!text.matches("\\d{1,18}")) {
      String why =
          "resourceVersion: Invalid value: \"%1$s\": strconv.ParseUint: parsing \"%1$s\": invalid syntax"
              .formatted(text);
      throw new StatusException(
          following == Following.WATCH
              ? KubeStatus.plain(500, "", why)
              : KubeStatus.badRequest("invalid resource version: " + why));
    }
    return Long.parseLong(text);
  }

  /** Ends the request if what is asked for is not there yet, or not any more. */
  void requireAt(long current) {
    if (version.filter(asked -> asked > current).isPresent()) {
      throw new StatusException(tooLarge(version.get(), current));
    }
    if (match == Match.EXACT && version.filter(asked -> asked != current).isPresent()) {
      throw new StatusException(
          KubeStatus.plain(
              410, "Expired", "The resourceVersion for the provided list is too old."));
    }
  }

  static KubeStatus tooLarge(long asked, long current) {
    KubeStatus status =
        KubeStatus.caused(
            504,
            "Timeout",
            "Timeout: Too large resource version: %d, current: %d".formatted(asked, current),
            List.of(
                new KubeStatus.Cause("ResourceVersionTooLarge", "Too large resource version", "")));
    status.details().ifPresent(details -> details.put("retryAfterSeconds", 1));
    return status;
  }
}
