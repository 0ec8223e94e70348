import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { reviewerOf } from '../../accounts/index.js';
import { BareStatement, type ManagedRowOf } from '../../platform/database/bare-statement.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { IntentEvent, TrackedLink } from '../link.entity.js';

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

@ObjectType({ description: 'How often a tracked link was opened: anonymous intent, never an activation.' })
export class LinkOpens {
  @Field(() => String, { description: 'tool or offer.' })
  resource: string;
  @Field(() => String)
  slug: string;
  @Field(() => String, { description: 'One of website, docs, signup, pricing, claim.' })
  kind: string;
  @Field(() => String)
  event_name: string;
  @Field(() => Int)
  opens: number;
  @Field(() => Date)
  lastAt: Date;
}

@ObjectType()
export class LinkOpensList {
  @Field(() => [LinkOpens])
  items: LinkOpens[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

export const OPENINGS = new BareStatement(
  {
    resource: 'text',
    slug: 'text',
    kind: [TrackedLink, 'kind'],
    event_name: [IntentEvent, 'eventName'],
    opens: 'integer',
    last_at: 'timestamp with time zone',
  },
  `select * from (
     select case when l.tool_id is null then 'offer' else 'tool' end as resource, coalesce(t.slug, o.slug) as slug, l.kind,
       e.event_name, count(*)::int as opens, max(e.received_at) as last_at
     from intent_event e join tracked_link l on l.id = e.link_id left join tool t on t.id = l.tool_id left join offer o on o.id = l.offer_id
     where e.received_at > ? group by 1, 2, 3, 4) as opened
   where (resource, slug, kind) > (?, ?, ?) order by resource, slug, kind limit ?`,
);

const CURSOR = /^(tool|offer) [a-z0-9-]{1,100} [a-z]{1,20}$/;

/** What tracked links counted, for reviewers: companies get theirs once an approved draft links their product with a tool. */
export const readLinkOpens = operation(
  { name: 'linkOpens', who: ['session'], limit: 'workflow' },
  async (ctx, { days, limit, cursor }: LinkOpensArgs): Promise<LinkOpensList> => {
    reviewerOf(ctx);
    const after = keyOfCursor(cursor, CURSOR)?.split(' ') ?? ['', '', ''];
    const rows = await ctx.em.execute<ManagedRowOf<typeof OPENINGS>[]>(OPENINGS.text, [
      new Date(ctx.platform.clock.now().getTime() - days * DAY_MS),
      ...after,
      limit + 1,
    ]);
    const { items, nextCursor } = pageOf(rows, limit, ({ resource, slug, kind }) => `${resource} ${slug} ${kind}`);
    return { items: items.map(({ last_at, ...row }) => ({ ...row, lastAt: new Date(last_at) })), nextCursor };
  },
);
