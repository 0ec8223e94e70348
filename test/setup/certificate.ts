import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const der = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const time = (at: Date): Buffer =>
  der(
    0x17,
    `${at
      .toISOString()
      .replace(/[-:T]|\.\d+/g, '')
      .slice(2)}`,
  );

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const ALTERNATIVE_NAME = oid('551d11');
const BASIC_CONSTRAINTS = oid('551d13');
const TRUE = der(0x01, Buffer.from([0xff]));

/** A certificate for one host name, signed by its own new key; no one trusts it unless a test says so. */
export function selfSigned(host: string, validUntil = new Date('2049-01-01T00:00:00Z')): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, host))));
  const extensions = sequence(
    sequence(ALTERNATIVE_NAME, der(0x04, sequence(der(0x82, host)))),
    sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const body = sequence(content, ECDSA_SHA256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
