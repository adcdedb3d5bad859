package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.terminal.Text;
import java.util.function.Supplier;

/** Says how a create with an id of its own is repeated safely when its answer got lost. */
final class Resend {
  private Resend() {}

  static Answer whenUnanswered(Session session, String id, Supplier<Answer> request) {
    try {
      return request.get();
    } catch (ApiFailure failure) {
      if (failure.kind() == ApiFailure.Kind.UNAVAILABLE) {
        session
            .err()
            .println(Text.clean("The same command with --id " + id + " repeats it harmlessly."));
      }
      throw failure;
    }
  }
}
