/**
 * What every request has in common: who asks, strict JSON, a bounded body, limits and markers, ids
 * by prefix.
 */
@NullMarked
package dev.muster.api.requests;

import org.jspecify.annotations.NullMarked;
