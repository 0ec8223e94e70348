import { shims } from '../../rest-shims/index.js';
import type { Shim } from '../../rest-shims/shim.js';
import type { TestApp } from '../setup/app.js';
import { callsOf } from '../setup/calls.catalog.js';
import { pathCallsOf } from '../setup/calls.paths.js';
import { makeCast } from '../setup/cast.js';
import { makeBuilder } from '../setup/projects.js';
import type { SourcedApp } from '../setup/skill-source.js';
import type { Call } from './openapi.provoke.js';

/**
 * Provokes the answers that all paths share, each by its call of the catalog: a repeated public read, wrong credentials and input, a spent budget.
 */
export async function provokeRefusals(app: SourcedApp, tight: TestApp, call: Call): Promise<void> {
  const { token } = await makeBuilder(app);
  const pathCall = pathCallsOf(app, callsOf(app, await makeCast(app), app.credentials.users.builder.email));
  for (const shim of shims) {
    const { method, path, publicRead } = shim;
    const { url, body } = await pathCall(`${method}:${path}`);
    const sent = body === undefined ? {} : { body };
    const send = (options: Parameters<Call>[3], at: TestApp = app, more = '') =>
      call(method, path, url + more, { ...sent, ...options }, at);
    const own = ownTokenOf(shim, app, token);

    if (publicRead) {
      const first = await send({ token: '' });
      await send({ token: '', headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    }
    if (method === 'get') await send({ token: own }, app, `${url.includes('?') ? '&' : '?'}surprise=1`);
    for (const wrong of publicRead ? ['dai_wrong'] : ['', 'dai_wrong', otherKindOf(shim, app)])
      await send({ token: wrong });
    for (const refused of shim.body ? ['{"half', {}, { note: 'x'.repeat(shim.body.limitBytes) }] : [])
      await send({ token: own, body: refused });
    if (shim.body) await send({ token: own, body: 'a=b', headers: { 'content-type': 'text/plain' } });
    for (let one = 0; one < 2; one += 1)
      await send({ token: ownTokenOf(shim, tight, tight.credentials.workflowToken) }, tight);
  }
}

const isTracking = ({ path }: Shim): boolean => path.startsWith('/api/usage/');
const ownTokenOf = (shim: Shim, { credentials }: TestApp, workflowToken: string): string =>
  shim.publicRead ? '' : isTracking(shim) ? credentials.trackingKey : workflowToken;
const otherKindOf = (shim: Shim, { credentials }: TestApp): string =>
  isTracking(shim) ? credentials.workflowToken : credentials.trackingKey;
