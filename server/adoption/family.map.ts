import { EventFamilyName } from '../tracking/index.js';

/** The family as it stands in a rollup, which has a word for none. */
export const mapFamily = (text: string): EventFamilyName | null =>
  Object.values(EventFamilyName).find((family) => family === text) ?? null;
