// Verifies what `dai audit export` printed, without a server, a database or a package: this file and Node are enough.
// It recomputes every hash of every chain, the salted digest of the values that are there, and compares the ends with the heads of the export and with
// heads that you stored earlier. Exit code 0: all holds. 1: something is broken, and it says what. 2: the file cannot be read.
// usage: node verify-audit.mjs EXPORT.ndjson [--heads FILE]     (FILE: what `dai audit verify` or `dai audit verify --json` printed, or a backup's manifest.json)
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const GENESIS = '0'.repeat(64);
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** JSON in its one canonical form (RFC 8785): members in the order of their names, nothing between them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** Heads from lines or from JSON, as a map of chain to its heads. */
function headsIn(file) {
  const text = readFileSync(file, 'utf8');
  const found = [];
  if (/^\s*[[{]/.test(text)) {
    const value = JSON.parse(text);
    for (const one of Array.isArray(value) ? value : (value.heads ?? [])) {
      const { sequence, hash } = one.head ?? one;
      if (typeof hash === 'string') found.push({ chain: one.chain, sequence, hash });
    }
  } else
    for (const line of text.split('\n')) {
      const [, chain, sequence, hash] = /^(\S+)\s+(\d+)\s+([0-9a-f]{64})\b/.exec(line) ?? [];
      if (chain) found.push({ chain, sequence: Number(sequence), hash });
    }
  if (found.length === 0) throw new Error(`${file} holds no heads`);
  return found;
}

const [, , file, option, headsFile] = process.argv;
if (!file || (option !== undefined && (option !== '--heads' || !headsFile))) {
  process.stderr.write('usage: node verify-audit.mjs EXPORT.ndjson [--heads FILE]\n');
  process.exit(2);
}

const chains = new Map();
const broken = [];
const chainOf = (name) => {
  if (!chains.has(name))
    chains.set(name, { entries: 0, last: GENESIS, hashes: new Map(), head: null, gone: new Map() });
  return chains.get(name);
};

function take(line) {
  const { type, ...record } = JSON.parse(line);
  if (type === 'head') {
    chainOf(record.chain).head = record;
    return;
  }
  if (type !== 'entry') throw new Error('a line is neither an entry nor a head');
  const { of, hash, salt, changes, reason, ...facts } = record;
  const chain = chainOf(of);
  const note = (what) => broken.push(`${of} ${facts.sequence} ${what}`);
  if (facts.sequence !== chain.entries + 1) note('missing');
  if (facts.prevHash !== chain.last) note('previous');
  if (sha256(canonical(facts)) !== hash) note('hash');
  if (facts.chain !== undefined && facts.chain !== of) note('chain');
  if (salt === null) chain.gone.set(facts.id, facts.sequence);
  else if (sha256(salt + canonical({ changes, reason })) !== facts.valuesDigest) note('values');
  else if (facts.action === 'audit.erase')
    for (const id of changes?.entries?.[0] ?? []) chain.gone.delete(id.replace(/^aud_/, ''));
  chain.entries = facts.sequence;
  chain.last = hash;
  chain.hashes.set(facts.sequence, hash);
}

try {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
    if (line) take(line);
  for (const { chain, sequence, hash } of headsFile ? headsIn(headsFile) : [])
    if (chains.get(chain)?.hashes.get(sequence) !== hash) broken.push(`${chain} ${sequence} known_head`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
for (const [name, { entries, last, head, gone }] of chains) {
  for (const sequence of gone.values()) broken.push(`${name} ${sequence} unnamed_erasure`);
  if (head === null) broken.push(`${name} ${entries} no_head`);
  else if (head.sequence !== entries || head.hash !== last) broken.push(`${name} ${head.sequence} head`);
  process.stdout.write(`${name}  ${entries}  ${last}\n`);
}
for (const line of broken) process.stdout.write(`BROKEN ${line}\n`);
process.exitCode = broken.length ? 1 : 0;
