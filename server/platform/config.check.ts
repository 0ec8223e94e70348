import type { Config } from './config.js';
import type { Warning } from './http/health.js';

/** Warns of settings that are valid and that an operator should not leave so; reported at start and by readiness. */
export const checkConfig = ({ production, outboundAllow }: Config): readonly Warning[] =>
  production && outboundAllow.length > 0
    ? [
        {
          code: 'outbound_allow',
          detail:
            'OUTBOUND_ALLOW is set under NODE_ENV=production: fetches for callers reach private addresses, also over http.',
          remedy: 'Unset OUTBOUND_ALLOW; it is for tests alone.',
        },
      ]
    : [];
