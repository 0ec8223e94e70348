export { addDays, type DayWindow, daysOf, instantsOf, precedingWindow, windowEndingAt } from './day.rules.js';
export { ACTIVATES, COUNTS, RETURNS } from './evidence.query.js';
export { type Held, readToolFigures, type ToolFigures, type WindowFigures } from './tool-figures.read.js';
export { type CountedLabel, evidenceWithin, type SqlPart } from './window.query.js';
