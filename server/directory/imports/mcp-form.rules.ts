import { z } from 'zod';
import { packageForm } from './mcp-package.rules.js';

/** Under this name the registry writes what it says of an entry. */
export const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const text = z.string().nullish();
const flag = z.boolean().nullish();

/** What is read of a server.json, in the names of 2025-05, 2025-07 and later; members that are not named here stay as they came. */
export const serverForm = z.looseObject({
  name: z
    .string()
    .max(200)
    .regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\/[A-Za-z0-9][A-Za-z0-9._-]*$/,
      'must be a reverse-DNS name, a slash and a name',
    ),
  title: text,
  description: text,
  version: text,
  status: text,
  websiteUrl: text,
  website_url: text,
  repository: z.looseObject({ url: text }).nullish(),
  version_detail: z.looseObject({ version: text, release_date: text, is_latest: flag }).nullish(),
  packages: z.array(packageForm).nullish(),
  remotes: z.array(z.looseObject({ url: text })).nullish(),
  _meta: z.looseObject({}).nullish(),
});
export type Server = z.infer<typeof serverForm>;

/** What the registry itself says of an entry, beside its server.json. */
export const officialForm = z.looseObject({
  status: text,
  publishedAt: text,
  published_at: text,
  release_date: text,
  updatedAt: text,
  updated_at: text,
  statusChangedAt: text,
  status_changed_at: text,
  isLatest: flag,
  is_latest: flag,
});

/** The server.json of an entry, and what the registry wrote beside it. */
export function unwrap(value: unknown): { json: unknown; official: unknown } {
  const wrapped = z
    .looseObject({
      server: z.looseObject({}),
      _meta: z.looseObject({}).nullish(),
      'x-io.modelcontextprotocol.registry': z.looseObject({}).nullish(),
    })
    .safeParse(value);
  if (!wrapped.success) return { json: value, official: undefined };
  const { server, _meta: meta } = wrapped.data;
  return {
    json: server,
    official: meta?.[OFFICIAL] ?? wrapped.data['x-io.modelcontextprotocol.registry'] ?? undefined,
  };
}
