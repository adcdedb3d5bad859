/**
 * Actions that Muster itself executes: what their kinds take, and what follows from what happened.
 */
package dev.muster.domain.core;
