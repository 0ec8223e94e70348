import type { RequestHandler } from 'express';
import { Fault } from '../fault.js';

/** Refuses a method that a known path does not take: 405 with Allow (decisions §2, Errors). It comes after the routes of that path; what they passed on goes on. */
export const takesOnly =
  (...methods: readonly string[]): RequestHandler =>
  (req, res, next) => {
    if (methods.includes(req.method)) return next();
    res.setHeader('Allow', methods.join(', '));
    throw new Fault('METHOD_NOT_ALLOWED');
  };
