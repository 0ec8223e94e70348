export { addDays, type DayWindow, daysOf, instantsOf, precedingWindow, windowEndingAt } from './day.rules.js';
export { ACTIVATES, COUNTS, OF_USE, RETURNS } from './evidence.query.js';
export { type Held, readToolFigures, type ToolFigures } from './tool-figures.read.js';
export { type CountedLabel, evidenceText } from './window.query.js';
