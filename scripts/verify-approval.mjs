// Verifies the signed receipt of an approval, without a server or a package: this file and Node are enough.
// It checks the signature with the public keys that you fetched from /.well-known/approval-keys.json, and with --content that exactly this content was
// approved: a published project as GET /api/projects/{slug} answers it, or the records of an intake draft. Exit code 0: all holds, and it prints what the
// receipt states. 1: it does not, and it says why. 2: a file cannot be read.
// usage: node verify-approval.mjs RECEIPT --keys KEYS.json [--content CONTENT.json]     (RECEIPT: the text itself or a file that holds it)
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const USAGE = 'usage: node verify-approval.mjs RECEIPT --keys KEYS.json [--content CONTENT.json]';

/** JSON in its one canonical form (RFC 8785): members in the order of their names, nothing between them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** The part of a file that an approval is about: the records of a draft, or the members of a project that become public. */
function approvedPart(given) {
  const content = given.data?.publicProject ?? given.draft ?? given;
  if (Array.isArray(content)) return content;
  if (Array.isArray(content.records)) return content.records;
  const { slug, title, summary, description, url, repositoryUrl, tools } = content;
  return {
    slug,
    title,
    summary,
    description: description ?? null,
    url: url ?? null,
    repositoryUrl: repositoryUrl ?? null,
    tools: tools.map((tool) => ({ slug: tool.slug, role: tool.role ?? null })),
  };
}

const jsonOf = (part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The claims of a receipt that one of the keys signed; throws a sentence where none did. */
function claimsOf(receipt, keys) {
  if (!FORM.test(receipt)) throw new Error('It is no signed receipt.');
  const [head, body, signature] = receipt.split('.');
  const { alg, kid, typ } = jsonOf(head);
  if (alg !== 'EdDSA' || typ !== 'dai-approval+jws') throw new Error('It is no receipt of an approval.');
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error(`The file has no key ${kid}.`);
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519') throw new Error(`The key ${kid} is no Ed25519 key.`);
  const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    throw new Error('The signature does not hold.');
  return jsonOf(body);
}

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' }, content: { type: 'string' } },
  });
  const [given, ...more] = positionals;
  if (!given || more.length > 0 || !values.keys) throw new Error(USAGE);
  const receipt = (!FORM.test(given) || existsSync(given) ? readFileSync(given, 'utf8') : given).trim();
  const { keys } = JSON.parse(readFileSync(values.keys, 'utf8'));
  if (!Array.isArray(keys)) throw new Error(`${values.keys} holds no keys`);
  const content = values.content ? approvedPart(JSON.parse(readFileSync(values.content, 'utf8'))) : undefined;
  return { receipt, keys, content };
}

try {
  const { receipt, keys, content } = read();
  try {
    const claims = claimsOf(receipt, keys);
    const hash = content && `sha256:${createHash('sha256').update(canonical(content)).digest('hex')}`;
    if (hash && hash !== claims.contentHash)
      throw new Error(`Another content was approved: ${claims.contentHash}, and this is ${hash}.`);
    process.stdout.write(`${JSON.stringify(claims, null, 2)}\n`);
  } catch (error) {
    process.stdout.write(`BROKEN ${error.message}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
