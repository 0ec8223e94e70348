import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { sendPublic } from '../../rest-shims/reply.js';
import { Fault } from '../platform/fault.js';
import { takesOnly } from '../platform/http/methods.js';
import { PACKAGE_ROOT } from '../platform/package.root.js';
import { drawText, type Guide } from './guides.js';

/** The folder of the files that scripts/clients.mjs builds. */
export const CLIENTS = path.join(PACKAGE_ROOT, 'clients', 'dist');
const LIST = 'clients.json';

/** A file of a client as this gateway serves it. */
export interface ClientFile {
  /** The name of its package, such as `@dai/node`; no registry has it. */
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly url: string;
  /** The digest of the file's bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
}

interface Parts {
  readonly baseUrl: string;
  /** The folder of the built files; where it is missing, the list is empty. */
  readonly folder: string;
  /** Answers a page of the documentation, or how it is built. */
  readonly page: (draw: () => Guide) => RequestHandler;
}

/**
 * `/clients`: the clients that were built from the sources of this gateway, under an address that names their version, with their SHA-256
 * (decision 0147). Only what the list names is served, from memory: an address leads to no other file.
 */
export function clientRoutes({ baseUrl, folder, page }: Parts): Router {
  const bodies = readBodies(folder);
  const clients = bodies.map(
    ({ name, version, file, body }): ClientFile => ({
      name,
      version,
      file,
      url: `${baseUrl}/clients/${file}`,
      sha256: createHash('sha256').update(body).digest('hex'),
      bytes: body.length,
    }),
  );
  const router = express.Router();
  router.get(
    '/clients',
    page(() => drawClients(clients)),
  );
  router.get('/clients/index.json', (_req, res) =>
    sendPublic(res, 'application/json; charset=utf-8', JSON.stringify({ clients })),
  );
  router.get('/clients/SHA256SUMS', (_req, res) =>
    sendPublic(res, 'text/plain; charset=utf-8', clients.map(({ sha256, file }) => `${sha256}  ${file}\n`).join('')),
  );
  router.get('/clients/:file', (req, res) => {
    const found = clients.find(({ file }) => file === req.params.file);
    const body = bodies.find(({ file }) => file === req.params.file)?.body;
    if (!found || !body) throw new Fault('NOT_FOUND', { say: `There is no such file. ${baseUrl}/clients lists them.` });
    sendFile(res, found, body);
  });
  router.all(['/clients', '/clients/:file'], takesOnly('GET', 'HEAD'));
  return router;
}

/** Its bytes are those of its version for ever; the digest is its tag, so that a cache can tell them from others. */
function sendFile(res: Response, { file, sha256 }: ClientFile, body: Buffer): void {
  res.setHeader('Content-Disposition', `attachment; filename="${file}"`);
  const type = file.endsWith('.tgz') ? 'application/gzip' : 'text/x-python; charset=utf-8';
  sendPublic(res, type, body, `"${sha256}"`, { isFinal: true });
}

interface Built {
  readonly name: string;
  readonly version: string;
  readonly file: string;
}

function readBodies(folder: string): (Built & { readonly body: Buffer })[] {
  const list = path.join(folder, LIST);
  if (!existsSync(list)) return [];
  const built = JSON.parse(readFileSync(list, 'utf8')) as readonly Built[];
  return built.map((one) => ({ ...one, body: readFileSync(path.join(folder, one.file)) }));
}

/** The page of the list: each file with its digest, and the commands that install it. */
function drawClients(clients: readonly ClientFile[]): Guide {
  const rows = clients.map(
    ({ name, version, file, bytes, sha256 }) =>
      `| ${name} ${version} | [${file}](/clients/${file}) | ${(bytes / 1000).toFixed(0)} kB | \`${sha256}\` |`,
  );
  const text = `# Clients

REST is the supported way to send events, and everything here can be done with it: [the first event](/docs/guides/companies). A client saves you retries, identity and a queue.
[How to use them](/docs/guides/clients), and [how to come from Segment, PostHog or RudderStack](/docs/guides/migrating).

${
  clients.length === 0
    ? 'This gateway was built without its clients: the packages for development were left out.'
    : `These files are built from the sources of this gateway. They have no dependencies and need no registry.

| client | file | size | SHA-256 |
|---|---|---|---|
${rows.join('\n')}

${clients.map(commandsOf).join('\n\n')}

On macOS \`shasum -a 256 --check\` stands for \`sha256sum --check\`. Keep the file beside your program and commit it: a later gateway may serve another version. For programs the list is
[index.json](/clients/index.json), and [SHA256SUMS](/clients/SHA256SUMS) has the digests alone.`
}
`;
  return drawText('Clients', text, 'guides');
}

function commandsOf({ name, file, url, sha256 }: ClientFile): string {
  const isPackage = file.endsWith('.tgz');
  const flag = name === '@dai/mcp' ? ' --global' : '';
  const target = isPackage ? file : 'dai.py';
  return `## ${name}

\`\`\`
curl -fsS -o ${target} ${url}
echo "${sha256}  ${target}" | sha256sum --check${isPackage ? ` && npm install${flag} ./${file}` : ''}
\`\`\``;
}
