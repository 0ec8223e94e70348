import type { TestApp } from '../setup/app.js';
import { makePerson } from '../setup/people.js';
import { createToken, makeToken, tokenIdOf } from '../setup/tokens.js';
import type { Call } from './openapi.provoke.js';

const CONFIG = '/api/workflow/mcp-config';
const TOKENS = '/api/workflow/tokens';
const ONE = `${TOKENS}/{tokenId}`;

/**
 * Provokes the answers of the paths of workflow tokens to people and their tokens; `cookie` is of a person whose budgets at `tight` are one call
 * each.
 */
export async function provokeTokens(app: TestApp, tight: TestApp, cookie: string, call: Call): Promise<void> {
  const { workflowToken } = app.credentials;
  const create = (options: Parameters<Call>[3], at = app) =>
    call('post', CONFIG, CONFIG, { token: '', ...options }, at);
  const list = (token: string, url: string) => call('get', TOKENS, url, { token });
  const revoke = (id: string, options: Parameters<Call>[3], at = app) =>
    call('delete', ONE, `${TOKENS}/${id}`, { token: '', ...options }, at);

  await call('get', CONFIG, CONFIG, { token: workflowToken });

  const person = await makePerson(app);
  const session = { cookie: person.cookie, headers: { origin: app.url } };
  const body = { name: 'described', scopes: ['project:read'] };
  const { token } = await makeToken(app, person);
  await create({ ...session, body });
  await create({ ...session, body: { ...body, scopes: ['all'], expiresInDays: 0 } });
  await create({ ...session, body: '{"half' });
  await create({ ...session, body: { ...body, projectId: 'prj_0197c0de-0000-7000-8000-000000000000' } });
  await create({ ...session, body: { ...body, name: 'x'.repeat(300_000) } });
  await create({ ...session, body: 'a=b', headers: { origin: app.url, 'content-type': 'text/plain' } });
  for (let one = 2; one < 50; one += 1) await createToken(app, token);
  await create({ ...session, body });
  const hurried = { cookie, headers: { origin: tight.url } };
  for (let one = 0; one < 2; one += 1) await create({ ...hurried, body }, tight);

  await list(token, `${TOKENS}?limit=2`);
  await list(token, `${TOKENS}?limit=0`);

  await revoke('tok_nothing', session);
  await revoke('tok_nothing?surprise=1', session);
  await revoke('tok_nothing', { token: workflowToken });
  await revoke(await tokenIdOf(app, token), session);
  for (let one = 0; one < 2; one += 1) await revoke('tok_nothing', hurried, tight);
}
