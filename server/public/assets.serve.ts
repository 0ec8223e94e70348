import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { FINAL_FOR, PUBLIC_FOR } from '../../rest-shims/reply.js';
import { type Compressed, chooseEncoding, FORMS } from './encoding.js';

/** Serves built files, whose names are digests of what they hold, in the smallest form that the browser takes. */
export function serveAssets(folder: string): Router {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const router = express.Router();
  router.use(toPresentStyles(names), toSmallest(names));
  router.use(
    express.static(folder, {
      index: false,
      setHeaders: (res) => res.setHeader('Cache-Control', res.locals.isOfAnotherBuild ? PUBLIC_FOR : FINAL_FOR),
    }),
  );
  return router;
}

/** A name of the build: the file's own, and the digest of what it holds. */
const BUILT_STYLES = /^\/([a-z]+)-[\w-]{8}\.css$/;

/** Answers the styles of another build with those of this one: a page that caches have for a year names the styles of its own day. */
function toPresentStyles(names: ReadonlySet<string>): RequestHandler {
  const present = new Map(
    [...names].flatMap((name) => {
      const [, own] = BUILT_STYLES.exec(`/${name}`) ?? [];
      return own === undefined ? [] : [[own, `/${name}`] as const];
    }),
  );
  return (req, res, next) => {
    const [, own] = BUILT_STYLES.exec(req.path) ?? [];
    const styles = own === undefined ? undefined : present.get(own);
    if (styles === undefined || styles === req.path) return next();
    res.locals.isOfAnotherBuild = true;
    req.url = styles;
    next();
  };
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
