package dev.muster.api.actions;

import dev.muster.domain.request.WhoAndWhy;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

/** Body of a command: why, for the history. */
public record WhyRequest(@Schema(maxLength = WhoAndWhy.LONGEST_WHY) Optional<String> why) {}
