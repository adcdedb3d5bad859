/** Actions: one unit of work each, their states, and what may happen to them. */
@NullMarked
package dev.muster.domain.action;

import org.jspecify.annotations.NullMarked;
