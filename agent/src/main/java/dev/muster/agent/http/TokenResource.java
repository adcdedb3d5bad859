package dev.muster.agent.http;

import dev.muster.agent.access.AcceptedTokens;
import dev.muster.agent.json.JsonFields;
import dev.muster.domain.protocol.Fingerprint;
import java.io.IOException;
import java.util.Map;

/** {@code POST /v1/token}: another token counts beside the one that the request has. */
final class TokenResource implements Resource {

  private final AcceptedTokens tokens;

  TokenResource(AcceptedTokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public void handle(Call call) throws IOException {
    Fingerprint next = read(call);
    if (tokens.isOpen()) {
      throw RequestProblem.open();
    }
    try {
      tokens.next(next);
    } catch (IOException failed) {
      throw RequestProblem.storeFailed("the token could not be kept: " + failed.getMessage());
    }
    call.answer(200, Map.of("sha256", next));
  }

  private static Fingerprint read(Call call) throws IOException {
    try {
      return new Fingerprint(
          JsonFields.read("token", call.json(), fields -> fields.text("sha256")));
    } catch (IllegalArgumentException bad) {
      throw RequestProblem.badRequest(String.valueOf(bad.getMessage()));
    }
  }
}
