@NullMarked
package dev.muster.api.stalls;

import org.jspecify.annotations.NullMarked;
