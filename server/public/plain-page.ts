import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:560px;margin:64px auto;padding:0 16px}
h1{font-size:24px;line-height:1.25}button{min-height:40px;padding:4px 16px;border:0;border-radius:6px;background:#0e655e;color:#fff;font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}button:focus-visible{outline-color:light-dark(#0e655e,#63cfc3)}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The address of such a page is a secret: it is stored nowhere and passed on to no one. */
export const withheld: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  next();
};

/** Nothing is loaded and nothing runs but the form. */
export const plainHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  next();
};

/** A page of one act that a letter leads to: it loads nothing, so that it works also where the public pages are not built. */
export const drawPlainPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · DAI</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

export const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
