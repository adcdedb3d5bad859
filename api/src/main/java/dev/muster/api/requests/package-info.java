/**
 * What every request has in common: who asks, a bounded body, limits and markers, ids by prefix.
 */
package dev.muster.api.requests;
