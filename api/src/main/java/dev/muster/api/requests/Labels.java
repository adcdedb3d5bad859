package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.cluster.NodeLabels;
import java.util.Map;

/** The check of labels that somebody sent. */
public final class Labels {

  private Labels() {}

  /** Returns the labels if every key and value is allowed, else ends the request. */
  public static Map<String, String> require(Map<String, String> labels) {
    labels.forEach((key, value) ->
        NodeLabels.unfit(key, value)
            .ifPresent(why -> {
              throw ProblemException.badRequest(why);
            }));
    return Map.copyOf(labels);
  }
}
