import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { methodologySections, notSaid } from '../adoption/index.js';
import { PACKAGE_ROOT } from '../platform/package.root.js';
import { GUIDES } from './guides.js';
import known from './page-days.json' with { type: 'json' };

/** Pages whose text comes with the product: the digest of that text, and the day since which it is so. */
export type PageDays = Readonly<Record<string, { readonly digest: string; readonly day: string }>>;

const pageDays: PageDays = known;

/** The day on which the text of a page changed last; undefined for pages whose text is in the database. */
export const changedDayOf = (page: string): string | undefined => pageDays[page]?.day;

/** The days of the pages as the sources have their texts: a page that reads as before has its day of before, any other one today. */
export function pageDaysOn(today: string): PageDays {
  const file = (name: string): string => readFileSync(path.join(PACKAGE_ROOT, name), 'utf8');
  const texts = {
    '/methodology': JSON.stringify([methodologySections, notSaid]),
    '/docs': file('admin/docs/index.html'),
    ...Object.fromEntries(
      Object.entries(GUIDES).map(([name, guide]) => [`/docs/guides/${name}`, file(`docs/${guide}`)]),
    ),
  };
  return Object.fromEntries(
    Object.entries(texts).map(([page, text]) => {
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const before = pageDays[page];
      return [page, { digest, day: before?.digest === digest ? before.day : today }];
    }),
  );
}
