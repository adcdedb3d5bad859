/** Seals the audit, so that a change of it is noticed. */
package dev.muster.worker.audit;
