import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store of objects as S3 has them, on loopback: it keeps what is put with a true checksum and a signature. */
export interface ObjectStore {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** The next requests whose path matches wait until this is called again with null; settles once one came. */
  hold(pattern: RegExp): Promise<void>;
  release(): void;
  /** So many requests are answered 503 from now on. */
  fail(times: number): void;
  close(): Promise<void>;
}

const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/;

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  let failing = 0;
  let held: { pattern: RegExp; came: () => void; go: Promise<void> } | null = null;
  let go = (): void => undefined;
  const server = createServer(async (req, res) => {
    const path = decodeURIComponent(req.url ?? '');
    const content = await bodyOf(req);
    if (failing > 0) {
      failing -= 1;
      res.writeHead(503).end();
      return;
    }
    if (held?.pattern.test(path)) {
      held.came();
      await held.go;
    }
    const checksum = req.headers['x-amz-content-sha256'];
    if (!SIGNATURE.test(req.headers.authorization ?? '')) res.writeHead(403);
    else if (req.method === 'PUT' && checksum !== createHash('sha256').update(content).digest('hex'))
      res.writeHead(400);
    else if (req.method === 'PUT') {
      objects.set(path, content);
      res.writeHead(200);
    } else if (objects.has(path)) res.writeHead(200).write(objects.get(path));
    else res.writeHead(404);
    res.end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    hold(pattern) {
      const going = new Promise<void>((resolve) => {
        go = resolve;
      });
      return new Promise((came) => {
        held = { pattern, came, go: going };
      });
    },
    release() {
      held = null;
      go();
    },
    fail(times) {
      failing = times;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
