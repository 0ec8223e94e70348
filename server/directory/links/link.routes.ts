import type { RequestHandler } from 'express';
import { createIsbotFromList, isbotMatches, list } from 'isbot';
import type { Platform } from '../../platform/context.js';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { Fault } from '../../platform/fault.js';
import { addressOf } from '../../platform/http/address.rules.js';
import { newUuid, readId } from '../../platform/ids.js';
import { TrackedLink } from '../link.entity.js';
import type { LinkKind } from '../vocabulary.types.js';

/** The event of an opening, by the kind of its link; all of the family intent (specification §6). */
const EVENT_OF: Record<LinkKind, string> = {
  website: 'WEBSITE_OPENED',
  docs: 'DOCS_OPENED',
  signup: 'SIGNUP_OPENED',
  pricing: 'PRICING_VIEWED',
  claim: 'OFFER_OPENED',
};

/** HTTP clients are how coding agents open a link: they are no crawlers, whatever a list of bots says. */
const CLIENTS = [
  'curl/8.10.1',
  'Wget/1.24',
  'node',
  'node-fetch/1.0',
  'undici',
  'axios/1.7.2',
  'python-requests/2.32',
  'python-httpx/0.27',
  'Go-http-client/2.0',
  'okhttp/4.12',
];
const ofClients = new Set(CLIENTS.flatMap((client) => isbotMatches(client)));
const isCrawler = createIsbotFromList(list.filter((pattern) => !CLIENTS.some((client) => matches(pattern, client))));

function matches(pattern: string, client: string): boolean {
  return ofClients.has(pattern) || new RegExp(pattern, 'i').test(client);
}

/** A request that no person made: HEAD, a prefetch or a known crawler. It is redirected and not counted. */
function isIdle(method: string, header: (name: string) => string | undefined): boolean {
  const purpose = `${header('sec-purpose') ?? ''} ${header('purpose') ?? ''} ${header('x-purpose') ?? ''} ${header('x-moz') ?? ''}`;
  return method === 'HEAD' || /prefetch|prerender|preview/i.test(purpose) || isCrawler(header('user-agent') ?? '');
}

/**
 * `/go/{linkId}`: leads to the stored address and to nothing else, and stores one anonymous intent event without a developer, an
 * address or a tenant (decisions §1). The statement that reads the address stores the event: an answer means that it was counted.
 */
export function openLinkEndpoint(platform: Platform): RequestHandler {
  return async (req, res) => {
    await platform.limits.count('go', req, res, addressOf(req));
    const id = readId('lnk', String(req.params.linkId));
    const url =
      id === null
        ? null
        : await platform.limits.inShare('public-records', req, res, () =>
            (isIdle(req.method, (name) => req.get(name)) ? addressOfLink : countOpening)(platform, id),
          );
    if (url === null) throw new Fault('NOT_FOUND', { say: 'There is no such link.' });
    res.setHeader('Cache-Control', 'private, no-store');
    res.setHeader('X-Robots-Tag', 'noindex, nofollow');
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.redirect(302, url);
  };
}

async function addressOfLink({ em }: Platform, id: string): Promise<string | null> {
  const link = await em()
    .getKysely<{ tracked_link: TableOf<TrackedLink> }>()
    .selectFrom('tracked_link')
    .select('url')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  return link?.url ?? null;
}

export const COUNTED = new BareStatement(
  membersOf(TrackedLink, 'url'),
  `with opened as (select id, url, kind from tracked_link where id = ? and active),
     counted as (insert into intent_event (id, link_id, event_name, event_family, received_at)
       select ?, opened.id, k.name, 'intent', ? from opened
       join json_to_recordset(?::json) as k(kind text, name text) on k.kind = opened.kind)
   select url from opened`,
);

async function countOpening({ em, clock }: Platform, id: string): Promise<string | null> {
  const kinds = Object.entries(EVENT_OF).map(([kind, name]) => ({ kind, name }));
  const rows = await em().execute<RowOf<typeof COUNTED>[]>(COUNTED.text, [
    id,
    newUuid(),
    clock.now(),
    JSON.stringify(kinds),
  ]);
  return rows[0]?.url ?? null;
}
