import type { EntityManager } from '@mikro-orm/postgresql';
import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember, reviewerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { IntentEvent, TrackedLink } from '../link.entity.js';
import { LinkKinds } from '../tool-parts.types.js';
import { VERIFIED_LINK } from './link.query.js';

const DAYS_MAX = 90;
const DAY_MS = 86_400_000;

@ArgsType()
export class LinkOpensArgs extends PageArgs {
  @Field(() => Int, { defaultValue: 30, description: `1 to ${DAYS_MAX} days until now.` })
  @IsInt()
  @Min(1)
  @Max(DAYS_MAX)
  days: number;
}

@ArgsType()
export class CompanyLinkOpensArgs extends LinkOpensArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;
}

@ObjectType({ description: 'How often a tracked link was opened: anonymous intent, never an activation.' })
export class LinkOpens {
  @Field(() => String, { description: 'tool or offer.' })
  resource: string;
  @Field(() => String, { description: 'Short name of the tool or offer.' })
  slug: string;
  @Field(() => LinkKinds, { description: 'The page that it leads to.' })
  kind: string;
  @Field(() => String, { description: 'Name of the event that an opened link counts as.' })
  event_name: string;
  @Field(() => Int, { description: 'How often it was opened.' })
  opens: number;
  @Field(() => Date, { description: 'Moment of the last opening.' })
  lastAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class LinkOpensList {
  @Field(() => [LinkOpens], { description: 'Records of this page.' })
  items: LinkOpens[];
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

const OPENED = {
  resource: 'text',
  slug: 'text',
  kind: [TrackedLink, 'kind'],
  event_name: [IntentEvent, 'eventName'],
  opens: 'integer',
  last_at: 'timestamp with time zone',
} as const;

const openingsOf = (whose: string): string => `select * from (
     select case when l.tool_id is null then 'offer' else 'tool' end as resource, coalesce(t.slug, o.slug) as slug, l.kind,
       e.event_name, count(*)::int as opens, max(e.received_at) as last_at
     from intent_event e join tracked_link l on l.id = e.link_id left join tool t on t.id = l.tool_id left join offer o on o.id = l.offer_id
     where e.received_at > ? ${whose} group by 1, 2, 3, 4) as opened
   where (resource, slug, kind) > (?, ?, ?) order by resource, slug, kind limit ?`;

export const OPENINGS = new BareStatement(OPENED, openingsOf(''));

/** Counts for the tools that are linked to an organization's products and the offers that are bound to it, while its domain is the approved one. */
export const OWN_OPENINGS = new BareStatement(
  OPENED,
  openingsOf(`and (
       exists (select 1 from ${VERIFIED_LINK}
         where x.organization_id = ? and x.tool_id = l.tool_id and x.unlinked_at is null)
       or exists (select 1 from organization own where own.id = ? and own.id = o.organization_id
         and own.domain_verified_at is not null and own.domain = o.organization_domain))`),
);

/** Openings of offers that a tracked link counts, for reviewers or, as above, for the organization that they are bound to. */
export const OFFER_OPENINGS = new BareStatement(
  { offer_id: 'uuid', opens: 'integer' },
  `select l.offer_id, count(e.link_id)::int as opens
   from tracked_link l join offer o on o.id = l.offer_id left join intent_event e on e.link_id = l.id and e.received_at > ?
   where l.offer_id in (select value::uuid from json_array_elements_text(?::json)) and (?::uuid is null or exists (
     select 1 from organization own where own.id = ?::uuid and own.id = o.organization_id
       and own.domain_verified_at is not null and own.domain = o.organization_domain))
   group by 1`,
);

/** Counts the openings of offers (bare UUIDs) since a moment; an offer without a tracked link, or of which the organization may not know, is absent. */
export async function countOfferOpens(
  em: EntityManager,
  offerIds: readonly string[],
  { since, organizationId }: { readonly since: Date; readonly organizationId: string | null },
): Promise<ReadonlyMap<string, number>> {
  if (offerIds.length === 0) return new Map();
  const rows = await em.execute<RowOf<typeof OFFER_OPENINGS>[]>(OFFER_OPENINGS.text, [
    since,
    JSON.stringify(offerIds),
    organizationId,
    organizationId,
  ]);
  return new Map(rows.map(({ offer_id, opens }) => [offer_id, opens]));
}

const CURSOR = /^(tool|offer) [a-z0-9-]{1,100} [a-z]{1,20}$/;

/** The openings that tracked links counted, for reviewers. */
export const readLinkOpens = operation(
  { name: 'linkOpens', who: ['session'], limit: 'workflow' },
  async function linkOpens(ctx, args: LinkOpensArgs): Promise<LinkOpensList> {
    reviewerOf(ctx);
    return readOpenings(ctx, args, OPENINGS, []);
  },
);

/** The same for a company, of the tools that an approved link makes its own and of its offers. */
export const readCompanyLinkOpens = operation(
  { name: 'companyLinkOpens', who: ['session'], limit: 'workflow' },
  async function companyLinkOpens(ctx, { organizationId, ...args }: CompanyLinkOpensArgs): Promise<LinkOpensList> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    return readOpenings(ctx, args, OWN_OPENINGS, [organizationId, organizationId]);
  },
);

async function readOpenings(
  ctx: RequestContext,
  { days, limit, cursor }: LinkOpensArgs,
  statement: typeof OPENINGS,
  whose: readonly unknown[],
): Promise<LinkOpensList> {
  const after = keyOfCursor(cursor, CURSOR)?.split(' ') ?? ['', '', ''];
  const rows = await ctx.em.execute<RowOf<typeof OPENINGS>[]>(statement.text, [
    new Date(ctx.platform.clock.now().getTime() - days * DAY_MS),
    ...whose,
    ...after,
    limit + 1,
  ]);
  const { items, nextCursor } = pageOf(rows, limit, ({ resource, slug, kind }) => `${resource} ${slug} ${kind}`);
  return { items: items.map(({ last_at, ...row }) => ({ ...row, lastAt: last_at })), nextCursor };
}
