package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.Seriousness;
import dev.muster.kubernetes.fields.FieldOwnership.Force;
import dev.muster.kubernetes.schema.FieldProblem;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a write was asked for.
 *
 * @param manager who owns the fields that it writes
 */
record SentOptions(String manager, Validation validation, Seriousness seriousness, Force force) {

  private static final String MANAGER = "fieldManager";
  private static final String FORCE = "force";
  private static final int LONGEST = 128;

  /** What becomes of fields that are not known. */
  enum Validation {
    IGNORE("Ignore"),
    WARN("Warn"),
    STRICT("Strict");

    private final String word;

    Validation(String word) {
      this.word = word;
    }
  }

  /** Which options: their kind, as messages have it. */
  enum Kind {
    CREATE("CreateOptions"),
    UPDATE("UpdateOptions"),
    PATCH("PatchOptions"),
    APPLY("PatchOptions");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /** Reads them, or ends the request. */
  static SentOptions of(HttpServletRequest request, Kind kind) {
    List<FieldProblem> problems = new ArrayList<>();
    Optional<String> manager = text(request, MANAGER);
    manager.ifPresent(name -> problems.addAll(manager(name)));
    Optional<String> force = text(request, FORCE);
    if (kind == Kind.APPLY && manager.isEmpty()) {
      problems.add(FieldProblem.missing(MANAGER, "is required for apply patch"));
    }
    if (kind != Kind.APPLY && force.isPresent()) {
      problems.add(FieldProblem.forbidden(FORCE, "may not be specified for non-apply patch"));
    }
    Seriousness seriousness = seriousness(request, problems);
    Validation validation = validation(text(request, "fieldValidation"), problems);
    if (!problems.isEmpty()) {
      throw new StatusException(KubeStatus.invalidOptions(kind.word, problems));
    }
    return new SentOptions(
        manager.orElseGet(() -> agent(request)),
        validation,
        seriousness,
        force.filter(QueryFlags::isSet).isPresent() ? Force.YES : Force.NO);
  }

  private static List<FieldProblem> manager(String name) {
    if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      return List.of(
          new FieldProblem(
              MANAGER,
              FieldProblem.Reason.TOO_LONG,
              "Too long: may not be more than %d bytes".formatted(LONGEST)));
    }
    return dev.muster.domain.shown.Printable.isLine(name)
        ? List.of()
        : List.of(
            FieldProblem.invalid(
                MANAGER, "\"" + name + "\"", "should only contain printable characters"));
  }

  static Seriousness seriousness(HttpServletRequest request, List<FieldProblem> problems) {
    String[] values = request.getParameterValues("dryRun");
    return seriousness(values == null ? List.of() : List.of(values), problems);
  }

  static Seriousness seriousness(List<String> dryRun, List<FieldProblem> problems) {
    if (dryRun.stream().anyMatch(one -> !one.equals("All"))) {
      String shown = String.join(",", dryRun.stream().map(one -> "\"" + one + "\"").toList());
      problems.add(FieldProblem.unknown("dryRun", "[" + shown + "]", List.of("All")));
    }
    return dryRun.isEmpty() ? Seriousness.DONE : Seriousness.TRIED;
  }

  private static Validation validation(Optional<String> word, List<FieldProblem> problems) {
    if (word.isEmpty()) {
      return Validation.WARN;
    }
    Optional<Validation> known =
        Stream.of(Validation.values()).filter(one -> one.word.equals(word.get())).findFirst();
    if (known.isEmpty()) {
      problems.add(
          FieldProblem.unknown(
              "fieldValidation",
              "\"" + word.get() + "\"",
              List.of("", "Ignore", "Strict", "Warn")));
    }
    return known.orElse(Validation.WARN);
  }

  private static Optional<String> text(HttpServletRequest request, String name) {
    return Optional.ofNullable(request.getParameter(name)).filter(text -> !text.isEmpty());
  }

  /** Who sent no name is known by the program: what is before the slash. */
  private static String agent(HttpServletRequest request) {
    String agent = Optional.ofNullable(request.getHeader("User-Agent")).orElse("");
    String program =
        agent
            .split("/", 2)[0]
            .codePoints()
            .filter(letter -> letter >= ' ' && letter != 127)
            .limit(LONGEST)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    return program.isEmpty() ? "unknown" : program;
  }
}
