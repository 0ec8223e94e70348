import type { RequestHandler } from 'express';
import { identifyCaller } from '../server/platform/http/caller.identify.js';
import type { Runner } from './run-operation.js';

/** One REST path whose answer is a stream, as data: the named exception to "one GraphQL operation" (decisions §1 and §2). */
export interface Download {
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** It reads the query and writes the answer by itself, after access and limit. */
  readonly operation: string;
  /** JSON Schema of each parameter of the query. */
  readonly query: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly mediaTypes: readonly string[];
  /** A query that is answered. */
  readonly example: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, string>>;
}

/** Hands the request to the operation of a download, which answers it. */
export function downloadHandler(
  download: Download,
  { platform, resolvePrincipal, makeContext, downloads }: Runner,
): RequestHandler {
  const call = downloads[download.operation];
  if (!call) throw new Error(`${download.path} names no download`);
  return async (req, res) => {
    const principal = await identifyCaller(platform, resolvePrincipal, req, res);
    await call(makeContext(principal, req, res));
  };
}
