import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { freshDatabase } from '../setup/database.js';
import { prepared, review, submissionOf } from '../setup/intake.js';
import { proveAgain } from '../setup/people.js';
import { openStatementCount, type StatementCount } from '../setup/statements.js';

let app: TestApp;
let statements: StatementCount;
let drop: () => Promise<void>;
let first: string;
let second: string;
beforeAll(async () => {
  const database = await freshDatabase('template_demo');
  drop = database.drop;
  statements = await openStatementCount(database.url);
  app = await startApp({ databaseUrl: statements.url });
  first = await signIn(app, app.credentials.users.reviewer);
  second = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(async () => {
  await app.close();
  await statements.close();
  await drop();
});

const HOUR_MS = 3_600_000;

/** Lets hours pass; both reviewers prove themselves again, as a decision wants it after 15 minutes. */
async function pass(hours: number): Promise<void> {
  app.clock.move(hours * HOUR_MS);
  const { reviewer, secondReviewer } = app.credentials.users;
  await proveAgain(app, { cookie: first }, reviewer.password);
  await proveAgain(app, { cookie: second }, secondReviewer.password);
}

interface Summary {
  waiting: number;
  mine: number;
  unassigned: number;
  oldestHours: number | null;
  expiringSoon: number;
  states: { value: string; count: number }[];
  kinds: { value: string; count: number }[];
  team: { name: string; assigned: number; decided: number }[];
  medianHoursToDecision: number | null;
  decisions: number;
}

const SUMMARY = `{ intakeQueue(limit: 1) { summary {
  waiting mine unassigned oldestHours expiringSoon states { value count } kinds { value count } team { name assigned decided }
  medianHoursToDecision decisions } } }`;

async function readSummary(): Promise<Summary> {
  const { data, errors } = await askGraphql<{ intakeQueue: { summary: Summary } }>(app, SUMMARY, {}, { cookie: first });
  expect(errors).toEqual([]);
  if (!data) throw new Error('the queue has no summary');
  return data.intakeQueue.summary;
}

const decidedBy = ({ team }: Summary): number[] => team.map(({ decided }) => decided).filter((decided) => decided > 0);

describe('the summary of the queue', () => {
  it('says who decided how much, and how long the submissions took that were decided on in the end', async () => {
    expect(await readSummary()).toMatchObject({ medianHoursToDecision: null, decisions: 0 });
    const [links, other, changed, waiting] = [
      await prepared(app, submissionOf('tracked_links')),
      await prepared(app, submissionOf('hackathon_passport')),
      await prepared(app, submissionOf('tracked_links')),
      await prepared(app, submissionOf('tracked_links')),
    ];
    const workspace = await prepared(app, submissionOf('partner_workspace'));
    await review(app, 'assignIntake', { id: waiting.id }, first);
    await pass(1);
    await review(app, 'approveIntake', { id: links.id, revision: 1 }, first);
    await review(app, 'requestIntakeChanges', { id: changed.id, reason: 'Please name a last day.' }, second);
    expect(await readSummary()).toMatchObject({ medianHoursToDecision: 1, decisions: 1 });
    await pass(1);
    await review(app, 'approveIntake', { id: workspace.id, revision: 1 }, first);
    await pass(1);
    await review(app, 'provisionIntake', { id: workspace.id, revision: 1 }, second);
    const two = await readSummary();
    expect(two).toMatchObject({ medianHoursToDecision: 2, decisions: 2 });
    await pass(4);
    await review(app, 'rejectIntake', { id: other.id, revision: 1, reason: 'Not a hackathon.' }, first);
    const three = await readSummary();
    expect(three).toMatchObject({ medianHoursToDecision: 3, decisions: 3, waiting: 1, mine: 1, unassigned: 0 });
    expect(three).toMatchObject({ oldestHours: 7, kinds: [{ value: 'tracked_links', count: 1 }] });
    expect(decidedBy(three).toSorted()).toEqual([2, 3]);
    await pass(31 * 24);
    expect(await readSummary()).toMatchObject({ medianHoursToDecision: null, decisions: 0 });
  });

  it('reads no submission beside those of the page, which it reads once', async () => {
    await prepared(app, submissionOf('tracked_links'));
    statements.take();
    await readSummary();
    const sent = statements.take().filter((text) => /\bintake_(?:submission|decision)\b/.test(text));
    expect(sent, sent.join('\n')).toHaveLength(9);
    expect(sent.filter((text) => text.includes('contact_email'))).toHaveLength(1);
  });
});
