import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { type Compressed, chooseEncoding, FORMS } from './encoding.js';

/** Serves built files, whose names are digests of what they hold, in the smallest form that the browser takes. */
export function serveAssets(folder: string): Router {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const router = express.Router();
  router.use(toSmallest(names));
  router.use(express.static(folder, { index: false, immutable: true, maxAge: '1y' }));
  return router;
}

const COMPRESSED: readonly Compressed[] = ['br', 'gzip'];

/** Leads to the file that the build compressed, under the type of the one that was asked for. */
function toSmallest(names: ReadonlySet<string>): RequestHandler {
  return (req, res, next) => {
    const name = req.path.slice(1);
    const built = COMPRESSED.filter((one) => names.has(`${name}.${FORMS[one]}`));
    if (built.length === 0) return next();
    res.vary('Accept-Encoding');
    const encoding = chooseEncoding(req, built);
    if (encoding === 'identity') return next();
    res.setHeader('Content-Encoding', encoding);
    res.type(path.extname(name));
    req.url = `/${name}.${FORMS[encoding]}`;
    next();
  };
}
