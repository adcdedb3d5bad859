/** Actions and their transitions. Inserts may come from anywhere; states are changed by cycles. */
package dev.muster.records.actions;
