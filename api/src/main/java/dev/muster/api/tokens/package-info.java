/** The tokens, and what an identity may. */
@NullMarked
package dev.muster.api.tokens;

import org.jspecify.annotations.NullMarked;
