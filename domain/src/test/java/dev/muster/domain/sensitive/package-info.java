/** What is not shown. */
@NullMarked
package dev.muster.domain.sensitive;

import org.jspecify.annotations.NullMarked;
