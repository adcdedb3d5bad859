/** Tests of tokens and vouchers. */
@NullMarked
package dev.muster.records.tokens;

import org.jspecify.annotations.NullMarked;
