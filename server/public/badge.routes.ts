import express, { type Router } from 'express';
import { sendPublic } from '../../rest-shims/reply.js';
import { drawBadge, type PublishingParts } from '../adoption/index.js';
import type { DirectoryParts } from '../directory/index.js';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { addressOf } from '../platform/http/address.rules.js';
import { takesOnly } from '../platform/http/methods.js';

const PERIOD = '30d';

/** `/badges/{slug}.svg`: what the newest snapshot says of a listed tool, for its own pages. */
export function badgeRoutes<Parts extends DirectoryParts & PublishingParts>({
  platform,
  makeContext,
}: Transport<Parts>): Router {
  const router = express.Router();
  router
    .route('/badges/:slug.svg')
    .get(async (req, res) => {
      await platform.limits.count('public-read', req, res, addressOf(req));
      const { catalog, publishedAdoption } = makeContext(ANONYMOUS, req, res, { counted: true }).parts;
      const tool = (await catalog.read()).bySlug.get(req.params.slug);
      if (!tool) throw new Fault('NOT_FOUND', { say: 'There is no such tool.' });
      const snapshot = await publishedAdoption.newest();
      const row = snapshot?.periods[PERIOD].rows.find((one) => one.tool.id === tool.id) ?? null;
      res.setHeader('Content-Security-Policy', "default-src 'none'");
      res.setHeader('X-Content-Type-Options', 'nosniff');
      sendPublic(res, 'image/svg+xml; charset=utf-8', drawBadge(row, PERIOD));
    })
    .all(takesOnly('GET', 'HEAD'));
  return router;
}
