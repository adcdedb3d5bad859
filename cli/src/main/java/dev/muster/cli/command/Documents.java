package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Findings;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The documents that a command is given, such as playbooks. */
final class Documents {

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "YAML or JSON; a folder for all in it; - for standard input.")
  private List<String> files = new ArrayList<>();

  /** Does something with every file; the worst answer counts. */
  private int each(ToIntFunction<String> what) {
    return files.stream().flatMap(Inputs::documents).mapToInt(what).max().orElse(0);
  }

  /** Stores every document, one after the other; what is refused does not keep the others back. */
  int store(Session session, ApiPath where, BiFunction<JsonNode, Integer, String> said) {
    return each(file -> store(session, file, where, said));
  }

  private static int store(
      Session session, String file, ApiPath where, BiFunction<JsonNode, Integer, String> said) {
    String document = Inputs.read(file, session.surroundings().in());
    try {
      Answer answer = session.api().post(where, mediaType(file), document);
      return session.say(answer, json -> said.apply(json, answer.status()));
    } catch (ApiFailure refused) {
      if (refused.kind() == ApiFailure.Kind.UNAVAILABLE) {
        throw refused; // the other files would meet the same
      }
      session.err().println(Text.clean(label(file) + refused.line()));
      refused.details().forEach(d -> session.err().println(Text.clean(label(file) + d)));
      return ExitCode.REFUSED.number();
    }
  }

  /** Says what is wrong with every document. */
  int check(Session session, ApiPath where) {
    return each(file -> check(session, file, where));
  }

  private static int check(Session session, String file, ApiPath where) {
    String document = Inputs.read(file, session.surroundings().in());
    Answer answer = session.api().post(where, mediaType(file), document);
    List<JsonNode> findings = Json.items(answer.json(), "findings");
    session.answer(answer, json -> session.print(lines(file, findings)));
    return findings.isEmpty() ? ExitCode.OK.number() : ExitCode.REFUSED.number();
  }

  private static List<String> lines(String file, List<JsonNode> findings) {
    return findings.isEmpty()
        ? List.of(label(file) + "no findings")
        : findings.stream().map(f -> Text.clean(label(file) + Findings.line(f))).toList();
  }

  private static String mediaType(String file) {
    return file.endsWith(".json") ? "application/json" : "application/yaml";
  }

  private static String label(String file) {
    return file.equals("-") ? "" : file + ": ";
  }
}
