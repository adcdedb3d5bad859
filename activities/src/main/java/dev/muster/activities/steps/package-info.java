/**
 * What comes next on a node of a stage: the pure decision, with the arguments of the action put in.
 * Used when a stage opens and by every cycle after that.
 */
package dev.muster.activities.steps;
