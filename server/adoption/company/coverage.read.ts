import { Field, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { areaOf, coverageAreas, type EventFamilyName, productUuidOf } from '../../tracking/index.js';
import type { ProductViewArgs } from '../product-view.types.js';

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
