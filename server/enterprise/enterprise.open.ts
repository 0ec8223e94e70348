import type { Config } from '../platform/config.js';
import { openReportCursors, type ReportCursors } from './report-cursor.rules.js';

/** The parts that the domain adds to a request's context. */
export interface EnterpriseParts {
  readonly reportCursors: ReportCursors;
}

/** Opens the domain. */
export const openEnterprise = (
  { sessionSecretsPrevious }: Pick<Config, 'sessionSecretsPrevious'>,
  sessionSecret: string,
): EnterpriseParts => ({ reportCursors: openReportCursors(sessionSecret, sessionSecretsPrevious) });
