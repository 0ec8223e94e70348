import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement, type NamedValues } from '../../platform/database/bare-statement.js';
import { addDays, type DayWindow, instantsOf, mondayOfWeek } from '../day.rules.js';
import { evidenceText, OF_ORGANIZATION } from '../evidence/index.js';
import { CHUNK_BITS, chunkOf, MATURED_AFTER_HOURS } from '../rollup.rules.js';
import type { AdoptionOfAccount, AdoptionOfDeveloper } from './company-adoption.types.js';
import { type CompanyScope, IN_SCOPE, readScoped } from './company-scope.query.js';
import { AccountFigure, type AccountSort, DeveloperFigure, type DeveloperSort } from './company-view.types.js';
import { GREW, QUIET } from './movement.query.js';
import { NEWCOMERS } from './people.query.js';
import {
  accountOf,
  type Both,
  developerOf,
  forEachOrder,
  foundBy,
  KNOWN,
  listed,
  type NamedCampaign,
  type Placed,
  placed,
  placeOf,
  ROW,
  readCover,
  type TopPage,
} from './top.query.js';

/** Developers of a list that one figure of its window counts. */
export interface DevelopersBehind {
  readonly figure?: DeveloperFigure | null | undefined;
  /** An ISO week of activations, such as `2026-W45`. */
  readonly cohort?: string | null | undefined;
  /** The week after it in which they used the product; 0 and null stand for all of the cohort. */
  readonly week?: number | null | undefined;
}

/** The earliest activation of a row lies in the window. */
const ACTIVATED = 'activated_at >= :since::timestamptz and activated_at < :before::timestamptz';
const IN_TIME = `returned_at < activated_at + interval '${MATURED_AFTER_HOURS} hours'`;

/** Developers with an event of use on the days of a week after their cohort. */
const USED_IN_WEEK = `used_in_week as materialized (
  select n.name from adoption_subject n join (
    select chunk, bit_or(bits) as bits from adoption_presence
    where ${IN_SCOPE} and data_label = :label and kind = 'use' and day between :weekfrom::date and :weekto::date group by 1) p
    on p.chunk = ${chunkOf('n.number')}
  where n.${OF_ORGANIZATION} and n.kind = 'developer' and get_bit(p.bits, n.number % ${CHUNK_BITS}) = 1)`;

/** The condition of a developer with an event in the window to be one that the figure counts: the same rules as those of the counts. */
const BEHIND = `case :figure::text
  when '${DeveloperFigure.newDevelopers}' then name in (select developer_id from brought)
  when '${DeveloperFigure.newActivated}' then name in (select developer_id from brought where activated)
  when '${DeveloperFigure.newNotActivated}' then name in (select developer_id from brought where not activated)
  when '${DeveloperFigure.retained}' then ${ACTIVATED} and returned_at is not null
  when '${DeveloperFigure.returned}' then ${ACTIVATED} and ${IN_TIME}
  when '${DeveloperFigure.notReturned}' then ${ACTIVATED} and (${IN_TIME}) is not true
  when 'cohort' then ${ACTIVATED} and activated_at >= :cohortsince::timestamptz and activated_at < :cohortbefore::timestamptz
    and (:weekfrom::date is null or name in (select name from used_in_week))
  else ${ACTIVATED} end`;

/** Developers behind a figure, in the order of a list. */
export const DEVELOPERS_BEHIND = forEachOrder(
  (cut) =>
    new NamedStatement(
      { ...ROW, returned_at: 'timestamp with time zone?' },
      `with ${foundBy('developer_id')},
${NEWCOMERS},
brought as (
  select developer_id, activated from newcomers
  where :brought::text is null or campaign_id = :brought and campaign_source is not distinct from :broughtsource),
${USED_IN_WEEK},
${evidenceText('found')},
chosen as (select * from (${KNOWN('found')}) known where ${BEHIND}),
page as (select * from chosen ${cut.behind} ${cut.inOrder} limit :limit)
${placed(cut)}`,
    ),
);

/** Accounts behind a figure, in the order of a list; no account returns by itself. */
const { retainedAt: _ofDevelopers, ...ofAccounts } = forEachOrder(
  (cut) =>
    new NamedStatement(
      ROW,
      `with ${foundBy('account_domain')},
firsts as (
  select account_domain as name, min(activated_at) as activated_at from adoption_account join scope using (organization_id, product_uuid)
  where adoption_account.${OF_ORGANIZATION} and data_label = :label group by 1),
${QUIET},
${GREW},
chosen as (select * from found left join firsts using (name) where case :figure::text
  when '${AccountFigure.wentQuiet}' then name in (select name from quiet)
  when '${AccountFigure.grew}' then name in (select name from grew)
  else ${ACTIVATED} end),
page as (select * from chosen ${cut.behind} ${cut.inOrder} limit :limit)
${placed(cut)}`,
    ),
);
export const ACCOUNTS_BEHIND: Readonly<Record<AccountSort, Both<(typeof ofAccounts)['name']['ascending']>>> =
  ofAccounts;

const NEW: readonly (DeveloperFigure | null | undefined)[] = [
  DeveloperFigure.newDevelopers,
  DeveloperFigure.newActivated,
  DeveloperFigure.newNotActivated,
];
const OF_EARLIER: readonly (DeveloperFigure | null | undefined)[] = [
  DeveloperFigure.matured,
  DeveloperFigure.returned,
  DeveloperFigure.notReturned,
];

/** The window whose developers a figure counts: a return is that of an activation 14 days earlier. */
export function windowBehind(window: DayWindow, figure: DeveloperFigure | null | undefined): DayWindow {
  const days = OF_EARLIER.includes(figure) ? -MATURED_AFTER_HOURS / 24 : 0;
  return { from: addDays(window.from, days), to: addDays(window.to, days) };
}

/** The developers of a window that a figure counts, under the label of the scope. */
export async function readDevelopersBehind(
  em: EntityManager,
  scope: CompanyScope,
  behind: DevelopersBehind,
  page: TopPage<DeveloperSort>,
): Promise<Placed<AdoptionOfDeveloper>[]> {
  const { figure } = behind;
  const inWindow = { ...scope, window: windowBehind(scope.window, figure) };
  const { campaign, ...rest } = page;
  const isNew = NEW.includes(figure);
  const { statement, own } = listed(DEVELOPERS_BEHIND, isNew ? rest : page);
  const rows = await readScoped(em, statement, inWindow, {
    ...own,
    ...(await readCover(em, inWindow)),
    ...valuesBehind(behind, inWindow.window, isNew ? campaign : null),
  });
  return rows.map((row) => ({ place: placeOf(row), item: developerOf(row) }));
}

function valuesBehind(
  { figure, cohort, week }: DevelopersBehind,
  { to }: DayWindow,
  brought: NamedCampaign | null | undefined,
): NamedValues {
  const monday = cohort ? mondayOfWeek(cohort) : null;
  const [cohortsince, cohortbefore] = monday ? instantsOf({ from: monday, to: addDays(monday, 6) }) : [null, null];
  const later = monday && week ? addDays(monday, 7 * week) : null;
  const last = later && addDays(later, 6);
  return {
    figure: cohort ? 'cohort' : (figure ?? null),
    cohortsince,
    cohortbefore,
    weekfrom: later,
    weekto: last && (last < to ? last : to),
    brought: brought?.id ?? null,
    broughtsource: brought?.source ?? null,
  };
}

/** The accounts of a window that a figure counts. */
export async function readAccountsBehind(
  em: EntityManager,
  scope: CompanyScope,
  figure: AccountFigure,
  page: TopPage<AccountSort>,
): Promise<Placed<AdoptionOfAccount>[]> {
  const { statement, own } = listed(ACCOUNTS_BEHIND, page);
  const rows = await readScoped(em, statement, scope, { ...own, ...(await readCover(em, scope)), figure });
  return rows.map((row) => ({ place: placeOf(row), item: accountOf(row) }));
}
