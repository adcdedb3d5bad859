/** What identities are proven with. */
@NullMarked
package dev.muster.records.tokens;

import org.jspecify.annotations.NullMarked;
