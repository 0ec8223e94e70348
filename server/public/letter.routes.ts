import express, { type ErrorRequestHandler, type Request, type Router } from 'express';
import { ANONYMOUS, type Transport } from '../platform/context.js';
import { prepareDocument, runPrepared } from '../platform/graphql/prepared.js';
import { identifyCaller } from '../platform/http/caller.identify.js';
import { takesOnly } from '../platform/http/methods.js';
import { countPage, countRefused } from './page.routes.js';
import { drawPlainPage, inHtml, plainHeaders, withheld } from './plain-page.js';

const STOP = 'mutation ($secret: String!) { reply: stopPlanLetters(secret: $secret) }';
const TITLE = 'Letters about a saved plan';

/**
 * The page that a letter about a saved plan leads to. Its button ends these letters, and so does the button of a mail program, which posts to
 * the same address (RFC 8058); opening the page, as mail scanners do, ends nothing.
 */
export function letterRoutes<Parts extends object>({ platform, schema, makeContext }: Transport<Parts>): Router {
  const stop = prepareDocument(schema, STOP, 'the page that ends letters');
  const refuse: ErrorRequestHandler = async (error, req, res, _next) => {
    const fault = await countRefused(platform, req, res, error);
    if (fault.retryAfterS !== undefined) res.setHeader('Retry-After', String(fault.retryAfterS));
    res
      .status(fault.status)
      .type('html')
      .send(drawPlainPage(TITLE, `<p>${inHtml(fault.message)}</p>`));
  };
  const router = express.Router();
  router.use('/letters/stop', withheld, plainHeaders); // before the path is read: the page that refuses a malformed one has them too
  router
    .route('/letters/stop/:secret')
    .get(countPage(platform), (_req, res) => {
      res
        .type('html')
        .send(
          drawPlainPage(
            TITLE,
            '<p>You agreed to letters about what changes in a plan that you saved. The button ends them.</p><form method="post"><button type="submit">End these letters</button></form>',
          ),
        );
    })
    .post(async (req: Request, res) => {
      req.countedAsPage = true; // the operation counts it
      await identifyCaller(platform, async () => ANONYMOUS, req, res);
      const variables = { secret: String(req.params.secret) };
      await runPrepared(makeContext(ANONYMOUS, req, res), { ...stop, schema, variables });
      res
        .type('html')
        .send(
          drawPlainPage(TITLE, '<p>The letters have ended. You can agree to them again on the page of the plan.</p>'),
        );
    })
    .all(takesOnly('GET', 'HEAD', 'POST'));
  router.use('/letters/stop', refuse);
  return router;
}
