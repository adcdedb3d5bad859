/** References to secrets: how they are written, who may use them, over which way they may go. */
package dev.muster.domain.secret;
