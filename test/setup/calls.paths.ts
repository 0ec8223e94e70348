import { downloads, shims, uploads } from '../../rest-shims/index.js';
import type { Shim } from '../../rest-shims/shim.js';
import type { Call } from './calls.js';
import { catalogForm, toolTable } from './catalog-file.js';
import { csvForm, csvOf } from './csv.js';
import type { SourcedApp } from './skill-source.js';

/** The request to one path; created for each call, since some calls use it up. */
export interface PathCall {
  readonly method: string;
  /** With the query, without the address of an application. */
  readonly url: string;
  readonly body?: unknown;
  readonly headers: Record<string, string>;
}

type Variables = Record<string, unknown>;

/** How each path is called so that the caller whom it is for succeeds: as the operation behind it is called. */
export function pathCallsOf(app: SourcedApp, calls: Record<string, Call>): (name: string) => Promise<PathCall> {
  const forms: Record<string, () => { type: string; body: unknown }> = {
    uploadCsvImport: () => csvForm(app, csvOf(1, 'access')),
    uploadCatalogImport: () => catalogForm({ format: 'csv' }, toolTable(1, 'access')),
  };
  return async (name) => {
    const upload = uploads.find(({ path }) => name === `post:${path}`);
    const form = upload && forms[upload.operation]?.();
    if (upload && form) {
      const headers = { 'content-type': form.type, origin: app.url };
      return { method: 'POST', url: upload.path, headers, body: form.body };
    }
    const download = downloads.find(({ path }) => name === `get:${path}`);
    if (download) {
      const { organizationId } = app.credentials;
      const query = new URLSearchParams({ ...download.example, organizationId });
      return { method: 'GET', url: `${download.path}?${query}`, headers: {} };
    }
    const shim = shims.find(({ method, path }) => name === `${method}:${path}`);
    const call = shim && calls[shim.operation];
    if (!shim || !call) throw new Error(`${name} has no call in calls.catalog.ts`);
    const variables = await (call.at?.[name] ?? call.variables)();
    return { method: shim.method.toUpperCase(), url: urlOf(shim, variables), headers: {}, ...bodyOf(shim, variables) };
  };
}

/** A parameter has the name of its argument, unless the shim says otherwise. */
function urlOf({ path, inPath = {}, query = {}, parameterOf = {} }: Shim, variables: Variables): string {
  const given = Object.entries(variables).flatMap(([name, value]) =>
    [value].flat().map((one) => [parameterOf[name] ?? name, String(one)] as const),
  );
  const filled = given
    .filter(([name]) => Object.hasOwn(inPath, name))
    .reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)), path);
  const requested = new URLSearchParams(
    given.filter(([name]) => Object.hasOwn(query, name)).map(([name, value]) => [name, value]),
  );
  return requested.size ? `${filled}?${requested}` : filled;
}

/** The input or the event alone is the body; a path of several operations takes the first, by the type that names it. */
function bodyOf({ body, byType }: Shim, variables: Variables): { body?: unknown } {
  if (!body) return {};
  const value = variables.input ?? variables.event ?? variables;
  const [type] = Object.keys(byType ?? {});
  return { body: type === undefined ? value : { type, ...(value as Variables) } };
}
