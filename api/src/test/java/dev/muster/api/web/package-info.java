/** Who may call. */
@NullMarked
package dev.muster.api.web;

import org.jspecify.annotations.NullMarked;
