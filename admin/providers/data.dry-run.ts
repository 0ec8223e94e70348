import { present } from './binding.js';
import * as schema from './generated/operations.js';
import { ask } from './request.js';

/** Tries a payload; nothing of it is stored. */
export const dryRunDecisions = {
  dryRunPayload: async (input: schema.DryRunPayloadInput) =>
    present((await ask(schema.DryRunPayload, { input })).dryRunPayload),
};
