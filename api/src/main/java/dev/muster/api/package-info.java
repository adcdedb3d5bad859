/** The REST API. */
@NullMarked
package dev.muster.api;

import org.jspecify.annotations.NullMarked;
