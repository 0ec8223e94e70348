import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const pemOf = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();

/** A pair of Ed25519 keys as PEM. */
export function makeKeyPair(): { privatePem: string; publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privatePem: pemOf(privateKey), publicPem: pemOf(publicKey) };
}

/** A folder for files of keys and receipts, and its end. */
export function keyFolder(): { put(name: string, text: string): string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'dai-approval-'));
  return {
    put(name, text) {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
