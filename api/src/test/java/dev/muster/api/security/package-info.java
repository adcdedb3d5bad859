/** Who is let in, and what they get to see. */
package dev.muster.api.security;
