import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloads, shims, uploads } from '../../rest-shims/index.js';
import { operations } from '../../server/platform/operation.js';
import { ask } from '../setup/ask.js';
import { makeCast } from '../setup/cast.js';
import { countRows } from '../setup/rows.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { byOperation, byPath } from './access.table.js';
import { type Bench, setUpBench } from './token.bench.js';
import { type Prepare, rowCalls } from './token.calls.js';
import { type Column, columns, matrix } from './token.matrix.js';

let app: SourcedApp;
let bench: Bench;
let callOf: (row: string) => Prepare | null;
beforeAll(async () => {
  app = await startSourcedApp();
  const cast = await makeCast(app);
  bench = await setUpBench(app);
  callOf = rowCalls(app, cast, bench);
});
afterAll(() => app.close());

const prepared = async (row: string) => {
  const prepare = callOf(row);
  if (!prepare) throw new Error(`${row} has no call in token.calls.ts`);
  return prepare();
};
const ofColumns = async (answer: (column: Column) => Promise<string>) => {
  const verdicts = await Promise.all(columns.map(answer));
  return Object.fromEntries(columns.map((column, index) => [column, verdicts[index]]));
};

const whoOf = (operation: string) => operations.get(operation)?.declaration.who ?? [];
const rowNames = [...matrix.keys()].map((row) => row.split('#')[0] ?? '');
const withFile = [...uploads, ...downloads].map(({ operation }) => operation);
const everything = [
  ...[...operations.keys()].filter((name) => !withFile.includes(name)),
  ...shims.map(({ method, path }) => `${method}:${path}`),
  ...uploads.map(({ path }) => `post:${path}`),
  ...downloads.map(({ path }) => `get:${path}`),
];
const others = everything.filter((name) => !rowNames.includes(name));

describe('what each workflow token may', () => {
  it('is said of every operation and every path that admits one, and of all paths under /api/workflow', () => {
    const requested = [...operations.keys()].filter((operation) => whoOf(operation).includes('workflow_token'));
    const paths = shims
      .filter(
        ({ path, operation, who }) =>
          path.startsWith('/api/workflow/') || (who ?? whoOf(operation)).includes('workflow_token'),
      )
      .map(({ method, path }) => `${method}:${path}`);
    expect([...requested, ...paths].filter((name) => !rowNames.includes(name))).toEqual([]);
    expect(rowNames.filter((name) => !everything.includes(name))).toEqual([]);
    for (const row of matrix.values()) {
      expect(Object.keys(row)).toEqual([...columns]);
      expect(Object.values(row)).not.toContain('?');
    }
  });

  it.each([...matrix])('%s answers each token as the matrix says', async (row, expected) => {
    expect(await ofColumns(async (column) => (await prepared(row))(bench.tokens[column], column))).toEqual(expected);
  });

  it.each(others)('%s is for none of them', async (name) => {
    const refusal = (byOperation.get(name) ?? byPath.get(name))?.workflowToken;
    expect(refusal).toMatch(/^(SESSION_REQUIRED|WRONG_CREDENTIAL)$/);
    const ended = { expired: 'UNAUTHENTICATED', revoked: 'UNAUTHENTICATED' };
    const expected = { ...Object.fromEntries(columns.map((column) => [column, refusal])), ...ended };
    const send = await prepared(name);
    expect(await ofColumns((column) => send(bench.tokens[column], column))).toEqual(expected);
  });

  it('is all of what it does: refused calls store nothing', async () => {
    const refused = [...matrix].flatMap(([row, cells]) =>
      columns.filter((column) => cells[column] !== 'ok').map((column) => [row, column] as const),
    );
    expect(refused.length).toBeGreaterThan(columns.length);
    const calls = await Promise.all(
      refused
        .filter(([row]) => !row.endsWith('#itself')) // these make the token that they end
        .map(async ([row, column]) => ({ send: await prepared(row), column })),
    );
    const before = await countRows(app);
    for (const { send, column } of calls) await send(bench.tokens[column], column);
    expect(await countRows(app)).toEqual(before);
  });

  it('has not ended any of them', async () => {
    for (const column of columns) {
      const { status } = await ask(`${app.url}/api/workflow/mcp-config`, { token: bench.tokens[column] });
      expect([column, status]).toEqual([column, column === 'expired' || column === 'revoked' ? 401 : 200]);
    }
  });
});
