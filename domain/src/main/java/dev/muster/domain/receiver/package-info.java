/** Addresses of which whoever knows one may have a certain action start, and nothing else. */
package dev.muster.domain.receiver;
