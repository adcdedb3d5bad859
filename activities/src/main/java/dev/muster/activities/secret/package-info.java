/** Where the values of secrets are read, at the moment of a push. */
package dev.muster.activities.secret;
