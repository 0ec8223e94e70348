import { get, type HostileRequest, type HostileTarget, post } from './hostile.request.js';

/** Days, times and cursors of the right form that no calendar has, or that PostgreSQL and its arithmetic do not read. */

const cursorOf = (key: string): string => Buffer.from(key).toString('base64url');
const UUID = '01a229b0-a97c-7370-9b2e-61a7800a068f';

const unreal: readonly (readonly [string, string])[] = [
  ['the year 0', '0000-01-01'],
  ['the month 0', '2026-00-10'],
  ['the day 0', '2026-10-00'],
  ['the 30th of February', '2026-02-30'],
  ['the month 99', '2026-99-99'],
];
/** Days of the calendar from which a count of days leaves the years of four digits. */
const edges: readonly (readonly [string, string])[] = [
  ['the last day of four digits', '9999-12-31'],
  ['the first day of the calendar', '0001-01-01'],
];

const withSession = (cookie: (target: HostileTarget) => string) => ({
  headers: (target: HostileTarget) => ({ Cookie: cookie(target), Origin: `http://${target.host}` }),
  statementsMax: 6, // the session, its person and the membership
});
const asOwner = withSession(({ sessionCookie }) => sessionCookie);
const asReviewer = withSession(({ reviewerCookie }) => reviewerCookie);

const document = (query: string, variables: object = {}): string => JSON.stringify({ query, variables });
const windowOf = (name: string, selection: string) => (day: string) => (target: HostileTarget) =>
  document(`query ($of: ID!, $day: String!) { ${name}(organizationId: $of, from: $day, to: $day) { ${selection} } }`, {
    of: target.organizationId,
    day,
  });
const windows = {
  companyAdoption: windowOf('companyAdoption', 'totals { events }'),
  companyLifecycle: windowOf('companyLifecycle', 'weeks { week }'),
  companyDevelopers: windowOf('companyDevelopers', 'items { developerId }'),
};
const eventsOf = (day: string) => (target: HostileTarget) =>
  document(
    'query ($of: ID!, $day: String!) { eventLog(organizationId: $of, fromDay: $day, toDay: $day) { items { __typename } } }',
    { of: target.organizationId, day },
  );

export const hostileCalendar: HostileRequest[] = [
  ...unreal.flatMap(([name, day]) => [
    get(`published adoption of ${name}`, 'VALIDATION_FAILED', `/api/v1/adoption?day=${day}`),
    get(`changes since ${name}`, 'VALIDATION_FAILED', `/api/directory/changes?since=${day}`, { statementsMax: 1 }),
    post(
      `a cursor of snapshots that names ${name}`,
      'VALIDATION_FAILED',
      '/graphql',
      document('query ($cursor: String) { adoptionSnapshots(cursor: $cursor) { items { day } } }', {
        cursor: cursorOf(day),
      }),
    ),
  ]),
  ...[...unreal, ...edges].flatMap(([name, day]) => [
    ...Object.entries(windows).map(([operation, body]) =>
      post(`${operation} of ${name}`, 'VALIDATION_FAILED', '/graphql', body(day), asOwner),
    ),
    post(`events of ${name}`, 'VALIDATION_FAILED', '/graphql', eventsOf(day), asOwner),
  ]),
  ...['...', '1.1.1', '-.', '1e5'].map((number) =>
    post(
      `a cursor of the queue that begins with ${number}`,
      'VALIDATION_FAILED',
      '/graphql',
      document('query ($cursor: String) { intakeQueue(cursor: $cursor) { total } }', {
        cursor: cursorOf(`${number} ${UUID}`),
      }),
      asReviewer,
    ),
  ),
];
