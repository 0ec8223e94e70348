import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { sendPublic } from '../../rest-shims/reply.js';
import type { Transport } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { takesOnly } from '../platform/http/methods.js';
import { openPlaces } from '../platform/places.js';
import type { PageBundle, PublicPage } from './page.bundle.js';
import { countPage, openPageReader, toWorkspaceUrl } from './page.routes.js';

/** A picture takes a thread for some 40 ms, and the pool has four: others wait for their turn. */
const DRAWN_AT_ONCE = 2;
const WAITING = { max: 50, ms: 5_000 };
const STORED = { max: 500, bytesMax: 16 * 1024 * 1024 };

/** The font of the pictures comes with the product, so that each machine draws the same one. */
const FONTS = path.join(path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const DRAWING: ResvgRenderOptions = {
  font: {
    fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => path.join(FONTS, file)),
    loadSystemFonts: false,
    defaultFontFamily: 'DejaVu Sans',
  },
};

/** `/previews/…png`: the picture that a page's link is shown with elsewhere, with the page's own numbers. */
export function previewRoutes<Parts extends object>(transport: Transport<Parts>, bundle: PageBundle): Router {
  const router = express.Router();
  const draw = openDrawing();
  for (const page of bundle.pages)
    if (page.previewPath !== null)
      router
        .route(page.previewPath)
        .get(toWorkspaceUrl(transport.platform.config), countPage(transport.platform), showPicture(page, draw))
        .all(takesOnly('GET', 'HEAD'));
  return router;

  function showPicture(page: PublicPage, drawn: typeof draw): RequestHandler {
    const read = openPageReader(transport, bundle, page);
    return async (req: Request, res: Response) => {
      const { place, answer } = await read(req, res);
      const svg = bundle.renderPreview(page, answer, place);
      if (svg === null) throw new Fault('NOT_FOUND', { say: 'There is no such picture.' });
      res.setHeader('X-Content-Type-Options', 'nosniff');
      sendPublic(res, 'image/png', await drawn(svg));
    };
  }
}

/** Draws pictures, each once for all who ask for it: the same SVG is the same picture, and who comes while it is drawn waits for that one. */
function openDrawing(): (svg: string) => Promise<Buffer> {
  const drawn = new LRUCache<string, Buffer>({
    max: STORED.max,
    maxSize: STORED.bytesMax,
    sizeCalculation: (png) => png.length,
  });
  const drawing = new Map<string, Promise<Buffer>>();
  const places = openPlaces<never>({
    inAllMax: DRAWN_AT_ONCE,
    eachMax: {},
    waiting: WAITING,
    refuse: () =>
      new Fault('UNAVAILABLE', { say: 'Too many pictures are being drawn. Send it again.', retryAfterS: 5 }),
  });
  const drawNow = (key: string, svg: string): Promise<Buffer> =>
    places
      .during(async (take) => {
        await take({});
        const png = (await renderAsync(svg, DRAWING)).asPng();
        drawn.set(key, png);
        return png;
      })
      .finally(() => drawing.delete(key));
  return async (svg) => {
    const key = createHash('sha256').update(svg).digest('base64url');
    const known = drawn.get(key);
    if (known) return known;
    const begun = drawing.get(key) ?? drawNow(key, svg);
    drawing.set(key, begun);
    return begun;
  };
}
