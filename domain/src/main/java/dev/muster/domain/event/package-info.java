/** What a change of an action's state is to somebody who looks after a cluster. */
package dev.muster.domain.event;
