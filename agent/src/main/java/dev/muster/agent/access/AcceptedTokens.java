package dev.muster.agent.access;

import dev.muster.agent.journal.Journal;
import dev.muster.domain.protocol.Fingerprint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens that count, as their hashes: one, and while it is exchanged two. What Muster changes
 * is in the file {@code tokens} of the agent's data. A token file that the agent is started with
 * counts until Muster has exchanged its token; another text in it counts again. Safe for many
 * threads.
 */
public final class AcceptedTokens {

  private static final String FILE = "tokens";
  private static final String CURRENT = "current";
  private static final String NEXT = "next";
  private static final String REPLACED = "replaced";

  private final Path file;
  private final Optional<Fingerprint> given;
  private State state;

  /**
   * What counts.
   *
   * @param replaced the token file's, which was exchanged
   */
  private record State(
      Optional<Fingerprint> current, Optional<Fingerprint> next, Optional<Fingerprint> replaced) {}

  private AcceptedTokens(Path file, Optional<Fingerprint> given, State state) {
    this.file = file;
    this.given = given;
    this.state = state;
  }

  /**
   * As they were left.
   *
   * @param given the text of the token file, if there is one
   * @throws IOException if the file is there and cannot be read
   */
  public static AcceptedTokens open(Path data, Optional<String> given) throws IOException {
    Path file = data.resolve(FILE);
    Optional<Fingerprint> hash = given.map(Fingerprint::of);
    if (!Files.exists(file)) {
      return new AcceptedTokens(file, hash, new State(hash, Optional.empty(), Optional.empty()));
    }
    State kept = read(file);
    boolean counts = hash.isPresent() && !hash.equals(kept.replaced());
    return new AcceptedTokens(
        file, hash, counts && !hash.equals(kept.current()) ? fresh(hash, kept) : kept);
  }

  private static State fresh(Optional<Fingerprint> hash, State kept) {
    return hash.equals(kept.next()) ? kept : new State(hash, Optional.empty(), Optional.empty());
  }

  /** Whether Muster, or a join, has left tokens here. */
  static boolean areKept(Path data) {
    return Files.exists(data.resolve(FILE));
  }

  /** Whether no token is asked for. */
  public synchronized boolean isOpen() {
    return state.current().isEmpty();
  }

  /**
   * Whether a token counts; takes as long if it does not. The next one takes the place of the
   * present one when it is first used.
   */
  public boolean accepts(String token) {
    Fingerprint sent = Fingerprint.of(token);
    State now = now();
    boolean isCurrent = now.current().map(sent::matches).orElse(false);
    boolean isNext = now.next().map(sent::matches).orElse(false);
    if (isNext) {
      goOver(sent);
    }
    return isCurrent || isNext;
  }

  /**
   * Whether Muster has begun to exchange this one for another, which only who has it can do.
   *
   * @throws IOException if what is kept cannot be read
   */
  static boolean isExchanged(Path data, Fingerprint token) throws IOException {
    if (!areKept(data)) {
      return false;
    }
    State kept = read(data.resolve(FILE));
    return !Optional.of(token).equals(kept.current()) || kept.next().isPresent();
  }

  /** From now on this one alone counts. */
  synchronized void only(Fingerprint token) throws IOException {
    change(new State(Optional.of(token), Optional.empty(), given));
  }

  /**
   * Has another token count beside the present one, in the place of one that was to be the next.
   *
   * @throws IOException if that cannot be written; nothing has changed then
   */
  public synchronized void next(Fingerprint token) throws IOException {
    boolean known =
        Optional.of(token).equals(state.current()) || Optional.of(token).equals(state.next());
    if (!known) {
      change(new State(state.current(), Optional.of(token), state.replaced()));
    }
  }

  private synchronized State now() {
    return state;
  }

  /** If it cannot be written both count after a restart, which is as it was. */
  private synchronized void goOver(Fingerprint token) {
    if (Optional.of(token).equals(state.next())) {
      State then = new State(Optional.of(token), Optional.empty(), given.or(state::replaced));
      try {
        change(then);
      } catch (IOException failed) {
        Journal.warn("the token was exchanged, and " + file + " cannot be written", failed);
        state = then;
      }
    }
  }

  private synchronized void change(State then) throws IOException {
    StringBuilder text = new StringBuilder();
    then.current().ifPresent(hash -> text.append(CURRENT + " ").append(hash).append('\n'));
    then.next().ifPresent(hash -> text.append(NEXT + " ").append(hash).append('\n'));
    then.replaced().ifPresent(hash -> text.append(REPLACED + " ").append(hash).append('\n'));
    PrivateFile.write(file, text.toString().getBytes(StandardCharsets.US_ASCII));
    state = then;
  }

  private static State read(Path file) throws IOException {
    Map<String, Fingerprint> found = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split(" ", 2);
        found.put(words[0], new Fingerprint(words[words.length - 1]));
      }
    } catch (IllegalArgumentException damaged) {
      throw new IOException(
          "%s is damaged (%s): remove it, then the token file counts, or the agent joins anew"
              .formatted(file, damaged.getMessage()),
          damaged);
    }
    if (!found.containsKey(CURRENT)) {
      throw new IOException(
          "%s is damaged (no current token): remove it, then the token file counts, or the agent joins anew"
              .formatted(file));
    }
    return new State(
        Optional.ofNullable(found.get(CURRENT)),
        Optional.ofNullable(found.get(NEXT)),
        Optional.ofNullable(found.get(REPLACED)));
  }
}
