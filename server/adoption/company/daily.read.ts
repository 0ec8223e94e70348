import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { EventFamilyName, productUuidOf } from '../../tracking/index.js';
import { ProductViewArgs } from '../product-view.types.js';

const DAYS_MAX = 90;

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

/** The product's daily counts, newest day first. */
export const readDailyCounts = operation(
  { name: 'dailyCounts', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, productId, days }: DailyCountsArgs): Promise<DailyCount[]> => {
    await requireMember(ctx, organizationId, MemberRole.member);
    const product = await productUuidOf(ctx.em, organizationId, productId);
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    const rows = await ctx.em.execute<{ day: string; event_family: string; events: string; developers: string }[]>(
      `with own as (
         select * from adoption_activity where organization_id = ? and product_uuid = ? and day > ?::date - ?::int)
       select day::text as day, event_family, sum(events) as events, count(distinct developer_id) as developers from own
       where data_label = (select min(data_label) from own) group by day, event_family order by day desc, event_family`,
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
