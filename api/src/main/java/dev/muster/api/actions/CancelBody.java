package dev.muster.api.actions;

import dev.muster.domain.request.WhoAndWhy;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

/**
 * Body of a cancellation.
 *
 * @param why for the history
 * @param force whether the record ends now, whatever the agent does meanwhile
 */
public record CancelBody(
    @Schema(maxLength = WhoAndWhy.LONGEST_WHY) Optional<String> why, Optional<Boolean> force) {}
