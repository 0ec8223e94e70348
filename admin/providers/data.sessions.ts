import { type Methods, present } from './binding.js';
import * as schema from './generated/operations.js';
import { wholeBy } from './records.js';
import { ask } from './request.js';

/** The browsers in which a person is signed in; the service answers them whole. */
export const sessionRecords: Record<string, Methods> = {
  sessions: {
    getList: wholeBy(async (_scope, signal) => (await ask(schema.ListSessions, {}, signal)).sessions, {
      search: ({ device }) => device,
      orders: { created: ({ createdAt }) => createdAt, expires: ({ expiresAt }) => expiresAt },
    }),
  },
};

export const sessionDecisions = {
  revokeSession: async (sessionId: string) =>
    present((await ask(schema.RevokeSession, { input: { sessionId } })).revokeSession),
  /** Ends all sessions but this one; answers how many there were. */
  revokeOtherSessions: async () => present((await ask(schema.RevokeOtherSessions, {})).revokeOtherSessions),
};
