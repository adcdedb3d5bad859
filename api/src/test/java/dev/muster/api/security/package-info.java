/** Who is let in, and what they get to see. */
@NullMarked
package dev.muster.api.security;

import org.jspecify.annotations.NullMarked;
