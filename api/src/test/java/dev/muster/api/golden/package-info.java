/** The shapes of all answers, compared with files. */
@NullMarked
package dev.muster.api.golden;

import org.jspecify.annotations.NullMarked;
