import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeJobs } from '../../server/intake/index.js';
import { type IntakeStateName, intakeStates } from '../../server/intake/intake-state.rules.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  confirmContact,
  type Input,
  prepared,
  review,
  runIntake,
  type Status,
  stateOf,
  submissionOf,
  submit,
  withdraw,
} from '../setup/intake.js';
import { workOf } from '../setup/jobs.js';

let app: TestApp;
let first: string;
let second: string;
beforeAll(async () => {
  app = await startApp();
  first = await signIn(app, app.credentials.users.reviewer);
  second = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(() => app.close());

interface Case {
  readonly input: Input;
  readonly status: Status;
}
type Answer = Promise<{ errors: { extensions: { code: string } }[] }>;

const open: IntakeStateName[] = [
  'received',
  'needs_evidence',
  'triaged',
  'draft_prepared',
  'in_review',
  'changes_requested',
  'approved',
];
const reason = 'Please name a last day.';

/** Each operation, the states in which it is allowed, and how it is called; everything else is a conflict. */
const table: Record<string, { in: readonly IntakeStateName[]; call(one: Case): Answer }> = {
  assignIntake: { in: open, call: ({ status: { id } }) => review(app, 'assignIntake', { id }, first) },
  commentIntake: {
    in: intakeStates,
    call: ({ status: { id } }) => review(app, 'commentIntake', { id, text: 'Seen.' }, first),
  },
  requestIntakeChanges: {
    in: ['draft_prepared', 'in_review'],
    call: ({ status: { id } }) => review(app, 'requestIntakeChanges', { id, revision: 1, reason }, first),
  },
  rejectIntake: {
    in: ['draft_prepared', 'in_review', 'approved'],
    call: ({ status: { id } }) => review(app, 'rejectIntake', { id, revision: 1, reason }, second),
  },
  approveIntake: {
    in: ['draft_prepared', 'in_review'],
    call: ({ status: { id } }) => review(app, 'approveIntake', { id, revision: 1 }, first),
  },
  approveIntakes: {
    in: ['draft_prepared', 'in_review'],
    call: async ({ status: { id } }) => {
      const { data, errors } = await askGraphql<{ approveIntakes: { code: string | null }[] }>(
        app,
        'mutation ($items: [IntakeChoice!]!) { approveIntakes(items: $items) { code } }',
        { items: [{ id, revision: 1 }] },
        { cookie: first },
      );
      const code = data?.approveIntakes[0]?.code;
      return { errors: code ? [{ extensions: { code } }] : errors };
    },
  },
  withdrawIntake: { in: open, call: ({ status: { receipt } }) => withdraw(app, receipt) },
  resubmit: {
    in: ['needs_evidence', 'changes_requested'],
    call: ({ input, status: { receipt } }) => submit(app, { ...input, note: 'Now complete.' }, receipt),
  },
  provisionIntake: {
    in: ['approved'],
    call: ({ status: { id } }) => review(app, 'provisionIntake', { id, revision: 1 }, second),
  },
};

/** Puts a submission into a state that automation passes in an instant or that another act has left. */
const putInto = (id: string, state: IntakeStateName): Promise<unknown> =>
  query(
    app.databaseUrl,
    'update intake_submission set state = $2, revision = 1, assignee = null, assigned_at = null where id = $1',
    [id.slice(4), state],
  );

/** How much was written about a submission, and how many workspaces there are. */
const written = (id: string): Promise<unknown[]> =>
  query(
    app.databaseUrl,
    `select (select count(*) from intake_history where submission_id = $1) as steps,
       (select count(*) from intake_decision where submission_id = $1) as decisions,
       (select count(*) from intake_letter where submission_id = $1) as letters,
       (select count(*) from audit_entry where resource_id = $2) as audited,
       (select count(*) from organization) as organizations`,
    [id.slice(4), id],
  );

describe('the table of states', () => {
  for (const state of intakeStates)
    it(`allows no other act than its own from ${state}`, async () => {
      const input = submissionOf('partner_workspace');
      const one = { input, status: await prepared(app, input) };
      const { id } = one.status;
      for (const [name, { in: allowed, call }] of Object.entries(table)) {
        await putInto(id, state);
        const before = await written(id);
        const { errors } = await call(one);
        const code = errors[0]?.extensions.code ?? 'allowed';
        expect(`${name}: ${code}`).toBe(`${name}: ${allowed.includes(state) ? 'allowed' : 'STATE_CONFLICT'}`);
        if (code === 'allowed') continue;
        expect(await stateOf(app, id), name).toBe(state);
        expect(await written(id), name).toEqual(before);
      }
    });

  it('confirms no contact and sends no link about what has ended', async () => {
    for (const state of intakeStates) {
      const input = submissionOf('partner_workspace');
      const status = (await submit(app, input)).data?.submitIntake;
      if (!status) throw new Error('not submitted');
      await putInto(status.id, state);
      const before = await written(status.id);
      const allowed = open.includes(state) ? undefined : 'STATE_CONFLICT';
      const letter = await askGraphql(
        app,
        'mutation ($receipt: String!) { sendIntakeContactLetter(receipt: $receipt) { state } }',
        { receipt: status.receipt },
      );
      expect(letter.errors[0]?.extensions.code, `letter when ${state}`).toBe(allowed);
      const { errors } = await confirmContact(app, input.contact.email);
      expect(errors[0]?.extensions.code, `confirm when ${state}`).toBe(allowed);
      if (allowed) expect(await written(status.id), state).toEqual(before);
    }
  });

  it('opens no review before the contact has confirmed the address', async () => {
    const input = submissionOf('partner_workspace');
    const { data } = await submit(app, input);
    await runIntake(app);
    const status = data?.submitIntake;
    if (!status) throw new Error('not submitted');
    for (const name of ['requestIntakeChanges', 'rejectIntake', 'approveIntake', 'provisionIntake'])
      expect((await table[name]?.call({ input, status }))?.errors[0]?.extensions.code, name).toBe('STATE_CONFLICT');
    expect((await table.assignIntake?.call({ input, status }))?.errors).toEqual([]);
    expect(await stateOf(app, status.id)).toBe('draft_prepared');
  });

  it('publishes what needs one approval, which nobody can provision', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    await putInto(id, 'approved');
    const { errors } = await review(app, 'provisionIntake', { id, revision: 1 }, second);
    expect(errors[0]?.extensions.code).toBe('STATE_CONFLICT');
  });
});

describe('expiry', () => {
  const expire = async (): Promise<void> => {
    await intakeJobs.find(({ name }) => name === 'expire_intake')?.run(workOf(app), {});
  };

  it('ends what is open after thirty days, and nothing that is decided', async () => {
    const statuses = new Map<IntakeStateName, Status>();
    for (const state of intakeStates) {
      const status = await prepared(app, submissionOf('partner_workspace'));
      await putInto(status.id, state);
      statuses.set(state, status);
    }
    const found = async (): Promise<(string | undefined)[]> =>
      Promise.all([...statuses.values()].map(({ id }) => stateOf(app, id)));
    app.clock.move(30 * 86_400_000 - 120_000);
    await expire();
    expect(await found()).toEqual(intakeStates);
    app.clock.move(180_000);
    await expire();
    expect(await found()).toEqual(intakeStates.map((state) => (open.includes(state) ? 'expired' : state)));
    const letters = await query(
      app.databaseUrl,
      `select submission_id from intake_letter where subject_of = 'expired' and submission_id = any($1)`,
      [[...statuses.values()].map(({ id }) => id.slice(4))],
    );
    expect(letters).toHaveLength(open.length);
    const receipt = statuses.get('in_review')?.receipt ?? '';
    expect((await withdraw(app, receipt)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
  });
});
