import { uploads } from '../../rest-shims/index.js';
import { ask } from '../setup/ask.js';
import { SEARCH_KEY, SEARCH_PATH, WEB_DATA_KEY, WEB_DATA_PATH } from '../setup/balances.js';
import { type Cast, unique } from '../setup/cast.js';
import { catalogForm, toolTable } from '../setup/catalog-file.js';
import { csvForm, csvOf } from '../setup/csv.js';
import { makeEvent } from '../setup/make.js';
import type { SourcedApp } from '../setup/skill-source.js';
import { spendingBodies } from './access.calls.spending.js';
import { usageBodies } from './access.calls.usage.js';
import { fixturesOf } from './access.fixtures.js';
import { workflowFixturesOf } from './access.fixtures.workflow.js';

/** A server of the starter catalog, as the subregistry names it. */
export const MCP_SERVER = 'dai.catalog/stripe';

/** What is sent to one path; created for each call, since some calls use it up. */
export interface PathCall {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers: Record<string, string>;
}

/** How each path is called so that the caller whom it is for succeeds: the demo's builder by token, its owner for what is a session's. */
export async function pathCallsOf(app: SourcedApp, cast: Cast): Promise<(name: string) => Promise<PathCall>> {
  const { users, trackingKey: token } = app.credentials;
  const { newPlan, newToken } = fixturesOf(app, cast);
  const { newProject } = workflowFixturesOf(app, users.builder.email);
  const { planId } = await newPlan(users.builder.email);
  const { tokenId } = await newToken(users.owner.email);
  const { projectId } = await newProject();
  const { slug } = await newProject('PUBLISHED');
  const event = makeEvent(app, { idempotencyKey: `stored-${unique()}` });
  const stored = await ask<{ eventId: string }>(`${app.url}/api/usage/track`, { token, body: event });

  const bodies: Record<string, () => unknown> = {
    'post:/api/usage/track': () => makeEvent(app),
    'post:/api/usage/track/dry-run': () => makeEvent(app),
    'post:/api/usage/track/batch': () => ({ events: [makeEvent(app)] }),
    'post:/api/workflow/mcp-config': () => ({ name: 'access', scopes: ['tools:read'] }),
    'post:/api/workflow/agent-skills': () => ({ skillUrl: app.skillUrl }),
    'post:/api/workflow/projects/draft': () => ({ title: 'Made', summary: 'Made.' }),
    'patch:/api/workflow/projects/draft': async () => ({
      draftId: (await newProject()).projectId,
      revision: 1,
      summary: 'Changed.',
    }),
    'post:/api/workflow/projects': async () => {
      const approved = await newProject('APPROVED');
      return { draftId: approved.projectId, contentHash: approved.contentHash };
    },
    ...spendingBodies,
    ...usageBodies,
    [`post:${SEARCH_PATH}`]: () => ({ apiKey: SEARCH_KEY }),
    [`post:${WEB_DATA_PATH}`]: () => ({ apiKey: WEB_DATA_KEY }),
    'post:/api/imports/tracking-csv': () => csvForm(app, csvOf(1, 'access')).body,
    'post:/api/imports/catalog': () => catalogForm({ format: 'csv' }, toolTable(1, 'access')).body,
  };
  const queries: Record<string, string> = {
    '/api/usage/events': `?idempotencyKey=${event.idempotencyKey}`,
    '/api/build/search': '?intent=payments',
    '/api/workflow/build-packet': `?planId=${planId}`,
  };
  const formType = csvForm(app, csvOf(1, 'access')).type;
  return async (name) => {
    const [method = '', path = ''] = name.split(':');
    const url = path
      .replace('{eventId}', stored.body.eventId)
      .replace('{tokenId}', tokenId)
      .replace('{projectId}', projectId)
      .replace('{slug}', slug)
      .replace('{serverName}', encodeURIComponent(MCP_SERVER))
      .replace('{version}', 'latest');
    const takesFile = uploads.some((upload) => upload.path === path);
    const headers: Record<string, string> = takesFile ? { 'content-type': formType, origin: app.url } : {};
    const body = await bodies[name]?.();
    return {
      method: method.toUpperCase(),
      url: `${app.url}${url}${queries[path] ?? ''}`,
      headers,
      ...(body === undefined ? {} : { body }),
    };
  };
}
