/** Tests of identities, roles and tokens. */
@NullMarked
package dev.muster.domain.identity;

import org.jspecify.annotations.NullMarked;
