/** Who did what, newest first. */
@NullMarked
package dev.muster.api.audit;

import org.jspecify.annotations.NullMarked;
