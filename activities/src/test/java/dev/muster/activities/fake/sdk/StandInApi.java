package dev.muster.activities.fake.sdk;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The API of one generation: an answer to each request. */
interface StandInApi {

  /** A request, its path without the prefix. */
  // The array is never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Request(String method, String path, Map<String, String> headers, byte[] body) {}

  /** An answer; without a body if there is none. */
  record Answer(int status, Optional<String> type, String body) {

    static Answer json(int status, JsonNode body) {
      return new Answer(status, Optional.of("application/json"), body.toString());
    }

    static Answer text(int status, String body) {
      return new Answer(status, Optional.of("text/plain; charset=utf-8"), body);
    }

    static Answer empty(int status) {
      return new Answer(status, Optional.empty(), "");
    }
  }

  Answer answer(Request request);
}
