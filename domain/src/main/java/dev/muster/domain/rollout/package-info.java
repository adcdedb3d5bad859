/**
 * Rollout arithmetic: shares, batches, limits, settling, and what a node of a stage does next. Pure
 * functions; time is an argument.
 */
package dev.muster.domain.rollout;
