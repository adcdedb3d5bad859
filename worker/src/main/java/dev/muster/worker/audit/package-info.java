/** Seals the audit, so that a change of it is noticed. */
@NullMarked
package dev.muster.worker.audit;

import org.jspecify.annotations.NullMarked;
