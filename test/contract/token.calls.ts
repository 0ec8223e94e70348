import { ask, askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { workflowFixturesOf } from '../setup/calls.fixtures.workflow.js';
import { type Call, readOne, write } from '../setup/calls.js';
import { type PathCall, pathCallsOf } from '../setup/calls.paths.js';
import { type Cast, unique } from '../setup/cast.js';
import type { SourcedApp } from '../setup/skill-source.js';
import { digestOf, skillText } from '../setup/skills.js';
import { createToken, tokenIdOf } from '../setup/tokens.js';
import type { Bench } from './token.bench.js';
import type { Column } from './token.matrix.js';

/** Sends what was prepared, with a column's token or one of its kind; answers `ok` or the code of the refusal. */
export type Send = (token: string, column: Column) => Promise<string>;
/** Makes what one call names and may use up. */
export type Prepare = () => Promise<Send>;

/** The calls of all rows; those of the access table where nothing is named, the rest about things of the bench's person. */
export function rowCalls(app: SourcedApp, cast: Cast, bench: Bench): (row: string) => Prepare | null {
  const { newProject } = workflowFixturesOf(app, bench.email);
  const operations = callsOf(app, cast, bench.email);
  const pathCall = pathCallsOf(app, operations);

  const graphql =
    (document: string, variables: Record<string, unknown>): Send =>
    async (token) => {
      const reply = await askGraphql(app, document, variables, { token });
      return reply.errors[0]?.extensions.code ?? (reply.data ? 'ok' : 'no answer');
    };
  const path =
    ({ url, ...call }: PathCall): Send =>
    async (token) => {
      const reply = await ask<{ code?: string }>(app.url + url, { ...call, token });
      return reply.status < 300 ? 'ok' : (reply.body.code ?? `status ${reply.status}`);
    };
  const ofCall =
    ({ document, variables }: Call): Prepare =>
    async () =>
      graphql(document, await variables());
  /** A path's call with something else about it. */
  const ofPath =
    (name: string, change: (call: PathCall) => Partial<PathCall> | Promise<Partial<PathCall>> = () => ({})): Prepare =>
    async () => {
      const call = await pathCall(name);
      return path({ ...call, ...(await change(call)) });
    };
  /** A call that uses its token up is made with another one like it; what is refused anyway goes as it is. */
  const itself =
    (revoke: (tokenId: string) => Promise<Send>): Prepare =>
    async () =>
    async (token, column) => {
      const another = column === 'expired' || column === 'revoked' ? token : await createToken(app, token);
      return (await revoke(await tokenIdOf(app, another)))(another, column);
    };
  const unapproved = async () => {
    const { projectId, contentHash } = await newProject();
    return { draftId: projectId, contentHash };
  };
  const confirmed = () => ({ skillUrl: app.skillUrl, confirm: true, status: 'DRAFT', digest: digestOf(skillText()) });

  const REVOKE = 'mutation ($tokenId: ID!) { revokeWorkflowToken(tokenId: $tokenId) }';
  const ONE_TOKEN = 'delete:/api/workflow/tokens/{tokenId}';
  const ONE_PROJECT = 'get:/api/workflow/projects/{projectId}';
  const at = (url: string) => () => ({ url: `/api/workflow/${url}` });
  const own: Record<string, Prepare> = {
    revokeWorkflowToken: async () => graphql(REVOKE, { tokenId: bench.spareTokenId }),
    'revokeWorkflowToken#itself': itself(async (tokenId) => graphql(REVOKE, { tokenId })),
    [ONE_TOKEN]: ofPath(ONE_TOKEN, at(`tokens/${bench.spareTokenId}`)),
    [`${ONE_TOKEN}#itself`]: itself((tokenId) => ofPath(ONE_TOKEN, at(`tokens/${tokenId}`))()),
    project: ofCall(readOne('project', 'projectId', '{ id }', async () => ({ projectId: bench.projectId }))),
    'project#another': ofCall(readOne('project', 'projectId', '{ id }', newProject)),
    [ONE_PROJECT]: ofPath(ONE_PROJECT, at(`projects/${bench.projectId}`)),
    [`${ONE_PROJECT}#another`]: ofPath(ONE_PROJECT),
    'publishProject#unapproved': ofCall(write('publishProject', 'PublishProjectInput', '{ published }', unapproved)),
    'post:/api/workflow/projects#unapproved': ofPath('post:/api/workflow/projects', async () => ({
      body: await unapproved(),
    })),
    'importAgentSkill#confirmed': async () =>
      graphql(
        'mutation ($input: ImportAgentSkillInput!, $key: String) { importAgentSkill(input: $input, idempotencyKey: $key) { persisted } }',
        { input: confirmed(), key: unique() },
      ),
    'post:/api/workflow/agent-skills#confirmed': ofPath('post:/api/workflow/agent-skills', () => ({
      body: confirmed(),
      headers: { 'idempotency-key': unique() },
    })),
  };
  return (row) => {
    const shared = operations[row];
    if (own[row]) return own[row];
    if (shared) return ofCall(shared);
    return row.includes(':') && !row.includes('#') ? ofPath(row) : null;
  };
}
