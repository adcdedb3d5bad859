/** Tests over real agents' sockets and a real PostgreSQL. */
@NullMarked
package dev.muster.activities.playbook;

import org.jspecify.annotations.NullMarked;
