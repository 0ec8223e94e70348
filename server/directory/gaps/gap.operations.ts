import { IsInt, Max, Min } from 'class-validator';
import { sql } from 'kysely';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { reviewerOf } from '../../accounts/index.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { enumOf } from '../../platform/graphql/choices.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { type GapCount, type GapKind, gapKinds } from '../gap.entity.js';
import { loadLexicon } from '../search/index.js';

const GapKinds = enumOf(
  'DirectoryGapKind',
  gapKinds,
  'What was missing: a tool with a capability, a need in the words, or anything in a category.',
);
const DAYS_MAX = 365;
const DAY_MS = 86_400_000;

@ArgsType()
export class DirectoryGapsArgs extends PageArgs {
  @Field(() => Int, { defaultValue: 30, description: `1 to ${DAYS_MAX} days until now.` })
  @IsInt()
  @Min(1)
  @Max(DAYS_MAX)
  days: number;
}

@ObjectType({ description: 'How many questions asked for something that the directory lacks; no question is stored.' })
export class DirectoryGap {
  @Field(() => GapKinds, { description: 'What was missing.' })
  kind: GapKind;
  @Field(() => String, { description: 'The capability or the category; empty where no need was read.' })
  need: string;
  @Field(() => String, { description: 'The same for people.' })
  title: string;
  @Field(() => Int, { description: 'Questions with this gap, each once.' })
  questions: number;
  @Field(() => Int, { description: 'Listed tools that have the capability or stand in the category.' })
  tools: number;
  @Field(() => String, { description: 'UTC day of the last such question, YYYY-MM-DD.' })
  lastDay: string;
}

@ObjectType({ description: 'One page of a list.' })
export class DirectoryGapList {
  @Field(() => [DirectoryGap], { description: 'Records of this page.' })
  items: DirectoryGap[];
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

const CURSOR = /^\d{1,6}$/;

/** "You asked, we had a gap": what was asked for most and is not there, for reviewers, who decide what is added next. */
export const listDirectoryGaps = operation(
  { name: 'directoryGaps', who: ['session'], limit: 'workflow' },
  async function directoryGaps(
    ctx: DirectoryRequestContext,
    { days, limit, cursor }: DirectoryGapsArgs,
  ): Promise<DirectoryGapList> {
    reviewerOf(ctx);
    const since = new Date(ctx.platform.clock.now().getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    const skipped = Number(keyOfCursor(cursor, CURSOR) ?? '0');
    const rows = await ctx.em
      .getKysely<{ gap_count: TableOf<GapCount> }>()
      .selectFrom('gap_count')
      .select(['kind', 'need'])
      .select([
        sql<number>`least(sum(questions), 2147483647)::int`.as('questions'),
        sql<string>`max(day)::text`.as('lastDay'),
      ])
      .where('day', '>=', since)
      .groupBy(['kind', 'need'])
      .orderBy('questions', 'desc')
      .orderBy('kind')
      .orderBy('need')
      .offset(skipped)
      .limit(limit + 1)
      .execute();
    const { tools } = await ctx.parts.catalog.read();
    const { titles } = loadLexicon();
    const all = [...tools.values()];
    const page = pageOf(rows, limit, (row) => String(skipped + rows.indexOf(row) + 1));
    return {
      items: page.items.map(({ kind: name, ...row }) => {
        const kind = gapKinds.find((one) => one === name) ?? 'capability';
        const has = kind === 'category' ? 'categories' : 'capabilities';
        return {
          ...row,
          kind,
          title: kind === 'not_understood' ? 'Words in which no need was read' : (titles.get(row.need) ?? row.need),
          tools: row.need === '' ? 0 : all.filter((tool) => tool[has].includes(row.need)).length,
        };
      }),
      nextCursor: page.nextCursor,
    };
  },
);
