/**
 * JSON that people send, by the API or by a signal: read strictly, and what does not fit is said in
 * words for them. Both ways to change something share these rules, so that they cannot differ.
 */
package dev.muster.domain.request;
