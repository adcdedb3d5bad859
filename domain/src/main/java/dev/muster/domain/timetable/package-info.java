/**
 * When people want actions to start: at times of a calendar, at an interval, or once. Which actions
 * may start now is another question, of {@link dev.muster.domain.schedule}.
 */
package dev.muster.domain.timetable;
