/** Cases taken from the seeds, by their numbers. */
@NullMarked
package dev.muster.api.conformance;

import org.jspecify.annotations.NullMarked;
