import type { Request, Response } from 'express';
import { type Fault, problemOf } from '../server/platform/fault.js';

/** Answers with a body that nobody else may keep. */
export function sendData(res: Response, status: number, data: unknown): void {
  const text = JSON.stringify(data);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(res.req.method === 'HEAD' ? undefined : text);
}

/** Answers with a problem body (RFC 9457) and the headers that belong to its code. */
export function sendProblem(req: Request, res: Response, fault: Fault, baseUrl: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const text = JSON.stringify(problemOf(fault, baseUrl, req.requestId));
  res.statusCode = fault.status;
  if (fault.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (fault.retryAfterS !== undefined) res.setHeader('Retry-After', String(fault.retryAfterS));
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(req.method === 'HEAD' ? undefined : text);
}
