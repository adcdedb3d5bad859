/**
 * What may start now. Pure functions give every waiting action a verdict, so nothing waits without
 * a reason.
 */
package dev.muster.domain.schedule;
