import { DEVELOPER_SLOT, type HttpOrder, KEY_SLOT } from './load.types.js';

const DEVELOPERS = 10_000;
const DEVELOPER_NUMBER_AT = 'dev_'.length;

/** One request as bytes on the wire; `renew` writes new keys and developers into it, so that nothing is built per request. */
export interface PreparedRequest {
  readonly bytes: Buffer;
  renew(): void;
}

let serial = 0;
const generation = Date.now() % 0xffff_ffff;
const hex8 = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** Spreads consecutive numbers over 32 bits without two becoming one (the finisher of MurmurHash3), as random keys lie in an index. */
function spread(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Builds one connection's request out of the order's body; the keys of all connections and orders of a process differ. */
export function prepareRequest(order: HttpOrder, path = order.path): PreparedRequest {
  const body = Buffer.from(order.body, 'utf8');
  const head = [
    `${order.method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(order.token ? [`Authorization: Bearer ${order.token}`] : []),
    ...(order.ifNoneMatch ? [`If-None-Match: ${order.ifNoneMatch}`] : []),
    ...(order.method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    '',
    '',
  ].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  const keys = positionsOf(bytes, KEY_SLOT);
  const developers = positionsOf(bytes, DEVELOPER_SLOT);
  return {
    bytes,
    renew() {
      for (const at of keys) {
        serial += 1;
        const mixed = hex8(spread(serial));
        const count = hex8(serial);
        bytes.write(
          `${mixed}-${count.slice(0, 4)}-4${count.slice(4, 7)}-8${count.slice(7)}00-${hex8(generation)}0000`,
          at,
          'latin1',
        );
      }
      for (const at of developers)
        bytes.write(String(spread(serial + at) % DEVELOPERS).padStart(8, '0'), at + DEVELOPER_NUMBER_AT, 'latin1');
    },
  };
}

function positionsOf(bytes: Buffer, slot: string): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(slot); at >= 0; at = bytes.indexOf(slot, at + slot.length)) found.push(at);
  return found;
}
