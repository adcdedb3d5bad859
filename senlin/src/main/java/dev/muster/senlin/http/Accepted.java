package dev.muster.senlin.http;

import dev.muster.domain.action.ActionId;
import dev.muster.senlin.words.SenlinObject;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.node.ObjectNode;

/** Answers to requests that actions carry out: 202, and where the action is. */
public final class Accepted {

  private Accepted() {}

  /** With nothing but the action. */
  public static ResponseEntity<ObjectNode> by(ActionId action) {
    return by(action, SenlinObject.of().with("action", action.toString()).done());
  }

  /** With what the action is about. */
  public static ResponseEntity<ObjectNode> by(ActionId action, ObjectNode body) {
    return ResponseEntity.accepted()
        .location(URI.create("/senlin/v1/actions/" + action))
        .body(body);
  }
}
