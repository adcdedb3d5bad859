/** What this process is, and whether it is well. */
@NullMarked
package dev.muster.api.info;

import org.jspecify.annotations.NullMarked;
