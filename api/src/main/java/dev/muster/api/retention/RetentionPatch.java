package dev.muster.api.retention;

import dev.muster.domain.retention.KeptFor;
import java.util.Optional;

/**
 * Body of {@code PATCH /v1/retention}: what is named changes, the rest stays.
 *
 * @param runs how long runs are kept, and actions of no run; {@code forever} or a duration
 * @param atLeast so many of a cluster's newest runs stay, however old they are
 * @param audit how long entries of the audit are kept, beyond what they are about
 * @param exportedOnly whether nothing goes that no worker has exported
 */
public record RetentionPatch(
    Optional<KeptFor> runs,
    Optional<Integer> atLeast,
    Optional<KeptFor> audit,
    Optional<Boolean> exportedOnly) {}
