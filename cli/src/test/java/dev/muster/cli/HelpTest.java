package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.command.Surroundings;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Help and documentation of every command. */
final class HelpTest {
  private final Shell shell = new Shell();

  static Stream<String> everyCommand() {
    return leaves(all()).map(command -> command.getCommandSpec().qualifiedName(" "));
  }

  @ParameterizedTest
  @MethodSource("everyCommand")
  void everyCommandExplainsItselfWithAnExampleOfItself(String name) {
    String words = name.substring("muster ".length());
    Shell.Result result = shell.run((words + " --help").split(" ", -1));
    assertThat(result.code()).isZero();
    assertThat(result.err()).isEmpty();
    String own = name.equals("muster cluster nudge") ? "muster nudge" : name;
    assertThat(result.out()).containsPattern("Examples?:").contains("\n  " + own);
    assertThat(result.out().lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
  }

  /** A list of commands shows the first line of each, and nothing of what follows. */
  @Test
  void theFirstLineOfEveryCommandIsASentenceOfItsOwn() {
    assertThat(leaves(all()))
        .allSatisfy(command ->
            assertThat(command.getCommandSpec().usageMessage().description()[0])
                .as(command.getCommandSpec().qualifiedName(" "))
                .endsWith("."));
  }

  @ParameterizedTest
  @MethodSource("everyCommand")
  void everyCommandIsInTheDocumentationWithAnExample(String name) throws IOException {
    String text = Files.readString(Path.of("..", "docs", "cli.md"));
    assertThat(text).as("docs/cli.md").contains("\n" + name);
  }

  @Test
  void theTopHelpHasTheExitCodes() {
    assertThat(shell.run("--help").out())
        .contains("Exit codes:", "    4  the server refused it", "130  Ctrl-C", "MUSTER_SERVER");
  }

  /** Every program's codes are in {@link ExitCode}: those of the servers too. */
  @Test
  void theHelpAndTheDocumentationListEveryExitCode() throws IOException {
    Integer[] all = Stream.of(ExitCode.values()).map(ExitCode::number).toArray(Integer[]::new);
    String help = shell.run("--help").out();
    assertThat(numbers(help.substring(help.indexOf("Exit codes:")), " +([0-9]+)  .*"))
        .containsExactly(all);
    String text = Files.readString(Path.of("..", "docs", "cli.md"));
    assertThat(numbers(text, "\\| ([0-9]+) \\| .*")).containsExactly(all);
  }

  private static List<Integer> numbers(String text, String line) {
    return Pattern.compile("(?m)^" + line + "$")
        .matcher(text)
        .results()
        .map(found -> Integer.valueOf(found.group(1)))
        .toList();
  }

  @Test
  void theVersionIsShown() {
    assertThat(shell.run("--version").out()).startsWith("muster ");
  }

  @Test
  void onlyTheNounThatIsAskedForIsMadeInFull() {
    CommandLine some = MusterCli.command(surroundings(), "run"::equals);
    assertThat(verbs(some, "run")).isEqualTo(12);
    assertThat(verbs(some, "node")).isZero();
  }

  private static int verbs(CommandLine command, String noun) {
    return Objects.requireNonNull(command.getSubcommands().get(noun)).getSubcommands().size();
  }

  private static CommandLine all() {
    return MusterCli.command(surroundings(), noun -> true);
  }

  private static Surroundings surroundings() {
    return new Surroundings(
        InputStream.nullInputStream(),
        new PrintStream(OutputStream.nullOutputStream(), false, UTF_8),
        new PrintStream(OutputStream.nullOutputStream(), false, UTF_8),
        Map.of(),
        Terminal::stream,
        () -> Shell.NOW);
  }

  private static Stream<CommandLine> leaves(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(HelpTest::leaves);
  }
}
