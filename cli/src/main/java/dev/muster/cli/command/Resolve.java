package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;

/** Turns the beginning of an id into the id, where the API takes only whole ones. */
final class Resolve {
  private static final int WHOLE = 36;

  private Resolve() {}

  static String run(Session session, String typed) {
    return whole(session, "runs", typed);
  }

  static String action(Session session, String typed) {
    return whole(session, "actions", typed);
  }

  private static String whole(Session session, String things, String typed) {
    if (typed.length() == WHOLE) {
      return typed;
    }
    return Json.text(session.api().get(ApiPath.of(things, typed)).json(), "id");
  }
}
