import { IsInt, Max, Min } from 'class-validator';
import { sql } from 'kysely';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { MemberRole, requireMember } from '../../accounts/index.js';
import type { TableOf } from '../../platform/database/rows.read.js';
import { operation } from '../../platform/operation.js';
import { EventFamilyName, productUuidOf } from '../../tracking/index.js';
import { addDays } from '../evidence/index.js';
import { mapFamily } from '../family.map.js';
import { ProductViewArgs } from '../product-view.types.js';
import type { Activity } from '../rollup.entity.js';

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
  async function dailyCounts(ctx, { organizationId, productId, days }: DailyCountsArgs): Promise<DailyCount[]> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const product = await productUuidOf(ctx.em, organizationId, productId);
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    const counted = ctx.em
      .getKysely<{ readonly adoption_activity: TableOf<Activity> }>()
      .selectFrom('adoption_activity')
      .where('organization_id', '=', organizationId)
      .where('product_uuid', '=', product)
      .where('day', '>', addDays(today, -days));
    const rows = await counted
      // Sample events count where there are no others: of the two labels the first in the alphabet is the real one.
      .where(
        'data_label',
        '=',
        counted.select(({ fn }) => fn.min('data_label').as('label')),
      )
      .select(({ fn }) => [
        sql<string>`day::text`.as('day'),
        'event_family',
        fn.sum<string>('events').as('events'),
        fn.count<string>('developer_id').distinct().as('developers'),
      ])
      .groupBy(['day', 'event_family'])
      .orderBy('day', 'desc')
      .orderBy('event_family')
      .execute();
    return rows.map(({ day, event_family, events, developers }) => ({
      day,
      event_family: mapFamily(event_family),
      events: Number(events),
      developers: Number(developers),
    }));
  },
);
