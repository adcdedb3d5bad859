/**
 * Cases from the projects whose words Muster uses, as tests named after the case; docs/conformance
 * lists which are met, which are departed from and why, and which are open.
 */
package dev.muster.domain.conformance;
