import { boundProjectOf, ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { operation } from '../../platform/operation.js';
import { describeConnection, findConnections } from './connection.query.js';
import type { ToolConnection, ToolConnectionsArgs } from './connection.types.js';
import { noSuchTool } from './tool-reference.rules.js';

/** The caller's connections, the newest first, ended ones too; of one tool, also whether there is one at all. */
export const listToolConnections = operation(
  {
    name: 'toolConnections',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function toolConnections(ctx, { toolSlug, state }: ToolConnectionsArgs): Promise<ToolConnection[]> {
    const wanted = (connections: ToolConnection[]): ToolConnection[] =>
      state?.length ? connections.filter((one) => state.includes(one.state)) : connections;
    if (!toolSlug) return wanted(await readConnections(ctx));
    const rows = await findConnections(ctx.em, ownerOf(ctx), (of) => of.where('t.slug', '=', toolSlug));
    if (rows.length === 0) throw noSuchTool({ toolSlug });
    return wanted(rows.map((row) => describeConnection(row, ctx.platform.clock.now())));
  },
);

/** All connections of the caller's account (their number is bounded where they are made); none for a project-scoped token. */
export async function readConnections(ctx: RequestContext): Promise<ToolConnection[]> {
  if (boundProjectOf(ctx) !== null) return [];
  const rows = await findConnections(ctx.em, ownerOf(ctx), (of) =>
    of.where('c.id', 'is not', null).orderBy('c.id', 'desc'),
  );
  return rows.map((row) => describeConnection(row, ctx.platform.clock.now()));
}
