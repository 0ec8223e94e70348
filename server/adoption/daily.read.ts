import { IsInt, Matches, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../accounts/index.js';
import { IsId } from '../platform/constraints.js';
import { uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { areaOf, coverageAreas, EventFamilyName, productUuidOf } from '../tracking/index.js';

const DAYS_MAX = 90;

@ArgsType()
export class ProductViewArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String)
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/)
  productId: string;
}

@ArgsType()
export class DailyCountsArgs extends ProductViewArgs {
  @Field(() => Int, { defaultValue: 30, description: `1 to ${DAYS_MAX} UTC days, today included.` })
  @IsInt()
  @Min(1)
  @Max(DAYS_MAX)
  days: number;
}

@ObjectType({
  description:
    'Events and distinct developers of one product, UTC day and family; folded some seconds after the events.',
})
export class DailyCount {
  @Field(() => String)
  day: string;

  @Field(() => EventFamilyName, { nullable: true })
  event_family: EventFamilyName | null;

  @Field(() => Int)
  events: number;

  @Field(() => Int)
  developers: number;
}

@ObjectType()
export class CoverageOfArea {
  @Field(() => String)
  area: string;

  @Field(() => String)
  title: string;

  @Field(() => Boolean)
  arriving: boolean;

  @Field(() => Int, { description: 'Events of the last 30 days.' })
  events: number;

  @Field(() => Date, { nullable: true })
  lastSeenAt: Date | null;

  @Field(() => String, { description: 'What to instrument next.' })
  next: string;
}

@ObjectType({ description: 'Which of the seven areas of specification §6 arrive.' })
export class EventCoverage {
  @Field(() => [CoverageOfArea])
  areas: CoverageOfArea[];

  @Field(() => Date)
  asOf: Date;
}

/** The product's daily counts, newest day first. */
export const readDailyCounts = operation(
  { name: 'dailyCounts', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, productId, days }: DailyCountsArgs): Promise<DailyCount[]> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const product = await productUuidOf(ctx.em, organizationId, productId);
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    const rows = await ctx.em.execute<{ day: string; event_family: string; events: string; developers: string }[]>(
      `select day::text as day, event_family, events, developers from adoption_daily
       where organization_id = ? and product_uuid = ? and day > ?::date - ?::int order by day desc, event_family`,
      [uuidOf('org', organizationId), product, today, days],
    );
    return rows.map((row) => ({
      day: row.day,
      event_family: row.event_family === 'none' ? null : (row.event_family as EventFamilyName),
      events: Number(row.events),
      developers: Number(row.developers),
    }));
  },
);

/** Which coverage areas a product's events of the last 30 days belong to. What others relayed is nothing that the company instrumented. */
export const readEventCoverage = operation(
  { name: 'eventCoverage', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, productId }: ProductViewArgs): Promise<EventCoverage> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const product = await productUuidOf(ctx.em, organizationId, productId);
    const asOf = ctx.platform.clock.now();
    const rows = await ctx.em.execute<
      { event_name: string; event_family: EventFamilyName | null; events: string; last: Date }[]
    >(
      `select event_name, event_family, count(*) as events, max(received_at) as last from tracking_event
       where organization_id = ? and product_uuid = ? and recorded_at > now() - interval '30 days' and source <> 'relay' group by event_name, event_family`,
      [uuidOf('org', organizationId), product],
    );
    const areas = coverageAreas.map(({ area, title, next }) => {
      const own = rows.filter((row) => areaOf(row.event_name, row.event_family) === area);
      const lastSeenAt = own.map(({ last }) => new Date(last)).sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
      return {
        area,
        title,
        arriving: own.length > 0,
        events: own.reduce((sum, { events }) => sum + Number(events), 0),
        lastSeenAt,
        next,
      };
    });
    return { areas, asOf };
  },
);
