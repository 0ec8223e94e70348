import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { personOf } from '../members/index.js';
import type { Session } from './profile.types.js';
import { findSessions } from './session.query.js';

/** More sessions than this are no list to read; the newest are shown, and all others end with one act. */
const SHOWN_MAX = 100;

/** The browsers in which the person is signed in, the newest first. */
export const listSessions = operation(
  { name: 'sessions', who: ['session'], limit: 'workflow' },
  async function sessions(ctx, _input: Record<string, never>): Promise<Session[]> {
    const { principal } = ctx;
    const rows = await findSessions(ctx.em, uuidOf('usr', personOf(ctx)) ?? '', ctx.platform.clock.now(), SHOWN_MAX);
    return rows.map((row) => ({
      id: publicId('ses', row.id),
      createdAt: new Date(row.createdAt),
      prolongedAt: new Date(row.updatedAt),
      expiresAt: new Date(row.expiresAt),
      userAgent: row.userAgent || null,
      current: principal.kind === 'session' && row.id === principal.sessionId,
    }));
  },
);
