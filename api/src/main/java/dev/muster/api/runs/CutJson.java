package dev.muster.api.runs;

import dev.muster.domain.run.RunId;
import java.util.List;
import java.util.Optional;

/**
 * That a run has more nodes than one answer shows.
 *
 * @param nodes how many it has, over all stages
 * @param shown how many of them are shown
 * @param more where all of them are, in pages
 */
public record CutJson(int nodes, int shown, String more) {

  static Optional<CutJson> of(RunId run, List<StageJson> stages) {
    if (stages.stream().noneMatch(stage -> stage.sampled().isPresent())) {
      return Optional.empty();
    }
    return Optional.of(
        new CutJson(
            stages.stream().mapToInt(stage -> stage.counts().total()).sum(),
            stages.stream().mapToInt(stage -> stage.nodes().size()).sum(),
            "/v1/runs/%s/nodes".formatted(run)));
  }
}
