import { hostileBombs, hostileCatalogFiles, hostileUploads } from './hostile.bombs.js';
import { hostileCalendar } from './hostile.calendar.js';
import { bodiesEverywhere, hostileForms } from './hostile.forms.js';
import { hostileQueries } from './hostile.graphql.js';
import { hostileFraming, hostileHeaders, hostilePaths } from './hostile.http.js';
import { foreignReach, wrongTokens } from './hostile.identity.js';
import { hostileMessages } from './hostile.mcp.js';
import { hostilePages } from './hostile.pages.js';
import { hostileReads } from './hostile.reads.js';
import type { HostileRequest } from './hostile.request.js';
import { hostileSignIns } from './hostile.sign-in.js';

/** Every hostile request by its class. None of them stores anything. */
export const corpus: Readonly<Record<string, readonly HostileRequest[]>> = {
  addresses: hostilePaths,
  headers: hostileHeaders,
  framing: hostileFraming,
  bodies: bodiesEverywhere,
  bombs: hostileBombs,
  forms: hostileForms,
  'forms with a session': hostileUploads,
  'files of the catalog': hostileCatalogFiles,
  'wrong credentials': wrongTokens,
  'what belongs to others': foreignReach,
  'public reads': hostileReads,
  'days beyond the calendar': hostileCalendar,
  'pages, files and links': hostilePages,
  'MCP messages': hostileMessages,
  'GraphQL documents': hostileQueries,
  'sign-ins': hostileSignIns,
};
