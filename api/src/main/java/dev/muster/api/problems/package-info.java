/** Errors as RFC 9457 has them: every one that the API can give, and how exceptions become them. */
@NullMarked
package dev.muster.api.problems;

import org.jspecify.annotations.NullMarked;
