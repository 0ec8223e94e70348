import { clipText } from './answer.fit.js';

/** An answer has room for its own members and one such item of any list; an honest item is half of it. */
const ITEM_BYTES_MAX = 4 * 1024;
/** Longer addresses are left out: half of one leads elsewhere. Our own tracked links are shorter. */
const ADDRESS_LENGTH_MAX = 200;
/** The cuts, tried one after the other until the item fits; ids, slugs and names of variables stay whole in any case. */
const STAGES = [
  { textMax: 400, listMax: 20 },
  { textMax: 200, listMax: 10 },
  { textMax: 100, listMax: 5 },
  { textMax: 100, listMax: 2 },
] as const;

/**
 * Cuts the items of a reply's lists that are too long for any answer, before the reply is read: long texts end in "…", lists end early,
 * long addresses and commands are null, because a part of one must not be opened or run. `cut` tells whether an item lost something.
 */
export function withItemsCut(reply: unknown): { readonly reply: unknown; readonly cut: boolean } {
  if (reply === null || typeof reply !== 'object') return { reply, cut: false };
  let cut = false;
  const members = Object.entries(reply).map(([name, value]: [string, unknown]) => {
    if (!Array.isArray(value)) return [name, value];
    const items = value.map((item: unknown) => itemThatFits(item));
    cut ||= items.some((item, at) => item !== value[at]);
    return [name, items];
  });
  return { reply: Object.fromEntries(members) as unknown, cut };
}

function itemThatFits(item: unknown): unknown {
  let fitting = item;
  for (const stage of STAGES) {
    if (Buffer.byteLength(JSON.stringify(fitting)) <= ITEM_BYTES_MAX) break;
    fitting = shortened(fitting, stage, '');
  }
  return fitting;
}

function shortened(value: unknown, stage: (typeof STAGES)[number], name: string): unknown {
  if (typeof value === 'string') {
    if (/^https?:/.test(value)) return value.length > ADDRESS_LENGTH_MAX ? null : value;
    return name === 'command' && value.length > stage.textMax ? null : clipText(value, stage.textMax);
  }
  if (Array.isArray(value)) return value.slice(0, stage.listMax).map((one: unknown) => shortened(one, stage, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, shortened(one, stage, member)]));
}
