/**
 * What may start now. Pure functions give every waiting action a verdict, so nothing waits without
 * a reason.
 */
@NullMarked
package dev.muster.domain.schedule;

import org.jspecify.annotations.NullMarked;
