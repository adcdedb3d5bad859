package dev.muster.domain.run;

import dev.muster.domain.identity.SignalTrust;
import java.util.Optional;

/** Whether an approval that came through Temporal is really by whom it says. */
public final class BeliefDecision {

  /** What it is taken for. */
  public sealed interface Outcome {

    /** It is by this person. */
    record Believed(Answerer answerer) implements Outcome {}

    /** It is by nobody that is known. */
    record Refused(String why) implements Outcome {}
  }

  private BeliefDecision() {}

  /**
   * Believes what the API vouched for, and where names are trusted every name.
   *
   * @param by the name that came with the answer
   * @param vouched whom the API let ask for just this, if it did
   * @param command with which it can be asked for, for people
   */
  public static Outcome judge(
      SignalTrust trust, String by, Optional<Answerer> vouched, String command) {
    if (vouched.isPresent()) {
      return new Outcome.Believed(vouched.get());
    }
    return switch (trust) {
      case TRUSTED -> new Outcome.Believed(Answerer.named(by));
      case UNTRUSTED ->
          new Outcome.Refused(
              "whether %s says so is not known: no approval by signal or update is believed here (muster.signals: untrusted); use %s"
                  .formatted(by, command));
    };
  }
}
