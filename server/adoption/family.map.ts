import { memberOf } from '../platform/enum.rules.js';
import { EventFamilyName } from '../tracking/index.js';

/** The family as it stands in a rollup, which has a word for none. */
export const mapFamily = (text: string): EventFamilyName | null => memberOf(EventFamilyName, text);
