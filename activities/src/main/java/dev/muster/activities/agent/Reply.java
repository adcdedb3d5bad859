package dev.muster.activities.agent;

import dev.muster.domain.protocol.Problem;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;

/**
 * A complete HTTP answer, not yet understood.
 *
 * @param headers those of Muster's own
 */
// The array is never compared.
@SuppressWarnings("ArrayRecordComponent")
record Reply(
    AgentEndpoint agent, int status, String contentType, Map<String, String> headers, byte[] body) {

  private static final ObjectReader PROBLEM = WireFormat.JSON.readerFor(Problem.class);

  /**
   * The body as JSON.
   *
   * @param check says what is wrong with what was read, if anything is
   */
  <T> AgentAnswer<T> read(ObjectReader reader, Function<@Nullable T, Optional<String>> check) {
    if (!contentType.startsWith("application/json")) {
      return garbage(
          "the answer is '%s', not application/json; is this a muster-agent/v1 agent?"
              .formatted(contentType));
    }
    try {
      T value = reader.readValue(body);
      Optional<String> wrong = check.apply(value);
      return wrong.isPresent() ? garbage(wrong.get()) : new AgentAnswer.Answered<>(value);
    } catch (JacksonException e) {
      return garbage("the answer cannot be read: " + firstLine(e));
    }
  }

  /** A header that is a whole number and not negative. */
  Optional<Long> number(String header) {
    return Optional.ofNullable(headers.get(header))
        .filter(text -> text.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }

  /** What stands for a status that the protocol does not have here. */
  <T> AgentAnswer<T> unexpected() {
    return switch (status) {
      case 401, 403 ->
          garbage(
              "the agent refuses us (%d); check the node's token (muster node token set), or muster.agents.token for nodes without one"
                  .formatted(status));
      default -> garbage("the agent answered %d: %s".formatted(status, detail()));
    };
  }

  /** What a problem document says, or the status when there is none. */
  String detail() {
    if (contentType.contains("json")) {
      try {
        Problem problem = PROBLEM.readValue(body);
        Optional<String> detail = problem.detail();
        return Shortened.to(
            AgentAnswer.LONGEST_REASON,
            detail.orElse(problem.title() == null ? "no reason given" : problem.title()));
      } catch (JacksonException e) {
        return "no reason that could be read";
      }
    }
    return "no reason given";
  }

  <T> AgentAnswer<T> garbage(String text) {
    return new AgentAnswer.Garbage<>(HttpFailures.at(agent, text));
  }

  private static String firstLine(JacksonException e) {
    String message = e.getOriginalMessage();
    if (message == null) {
      return "it is no JSON";
    }
    String line = message.lines().findFirst().orElse("").replaceFirst(" \\((set|for) .*", "");
    return Shortened.to(200, line);
  }
}
