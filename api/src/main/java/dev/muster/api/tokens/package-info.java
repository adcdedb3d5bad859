/** The tokens, and what an identity may. */
package dev.muster.api.tokens;
