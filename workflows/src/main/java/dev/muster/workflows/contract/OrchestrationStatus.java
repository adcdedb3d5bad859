package dev.muster.workflows.contract;

import dev.muster.domain.cluster.Fence;
import java.util.Optional;

/**
 * Answer of {@link OrchestrationWorkflow#status}.
 *
 * @param doing one sentence: cycling, watching n nodes, or waiting until when
 * @param lastCycle empty before the first
 */
public record OrchestrationStatus(Fence fence, String doing, Optional<CycleReport> lastCycle) {}
