import type { RequestHandler } from 'express';
import { identifyCaller } from '../server/platform/http/caller.identify.js';
import { sendData } from './reply.js';
import type { Runner } from './run-operation.js';

/** One REST path that takes a file in a multipart form, as data: the named exception to "one GraphQL operation" (decisions §1 and §2). */
export interface Upload {
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** It reads the form by itself, after access and limit. */
  readonly operation: string;
  /** Text fields of the form and its file, with what each is. */
  readonly fields: Readonly<Record<string, string>>;
  readonly optional?: Readonly<Record<string, string>>;
  /** The values of fields that take no others. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly file: { readonly name: string; readonly description: string; readonly mediaType: string };
  /** A whole form, its file as text. */
  readonly example: Readonly<Record<string, string>>;
  /** JSON Schema of the answer. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The status of an upload that went well: 201 when it made a record that can be read later. */
  readonly status: 200 | 201;
  readonly answers: Readonly<Record<number, string>>;
}

/** Hands the unread request to the upload's operation and answers with what it made of it. */
export function uploadHandler(
  upload: Upload,
  { platform, resolvePrincipal, makeContext, uploads }: Runner,
): RequestHandler {
  const call = uploads[upload.operation];
  if (!call) throw new Error(`${upload.path} names no upload`);
  return async (req, res) => {
    const principal = await identifyCaller(platform, resolvePrincipal, req, res);
    sendData(res, upload.status, await call(makeContext(principal, req, res)));
  };
}
