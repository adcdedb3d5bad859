/**
 * What every request has in common: who asks, a bounded body, limits and markers, ids by prefix.
 */
@NullMarked
package dev.muster.api.requests;

import org.jspecify.annotations.NullMarked;
