/** What actions printed: which part of it is kept, how it is cut into lines, when it is fetched. */
package dev.muster.domain.log;
