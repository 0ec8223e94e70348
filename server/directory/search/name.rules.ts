import type { Tool } from '../catalog/index.js';
import { compactWord } from './words.rules.js';

/** How directly a key names a tool; a smaller number wins. */
export const NAME_RANK = { name: 0, alias: 1, short: 2, package: 3 } as const;
export type NameRank = (typeof NAME_RANK)[keyof typeof NAME_RANK];

/** One way to call a tool. */
export interface NameKey {
  /** Letters and digits alone, in lower case. */
  readonly key: string;
  readonly rank: NameRank;
}

/** Makers whose name people leave out: Kafka, S3, Vault. */
const MAKERS = new Set(
  'apache amazon aws google microsoft azure hashicorp grafana atlassian eclipse cloudflare akamai facebook meta oracle ibm adobe elastic jetbrains'.split(
    ' ',
  ),
);
/** Words that people put beside a name and that ask for nothing else. */
export const NAME_DESCRIPTORS: ReadonlySet<string> = new Set(
  'api apis sdk js io dev hq docs documentation app tool tools library package client service pricing tutorial guide example examples npm pip integration com org net website homepage quickstart reference github repo repository install setup license status python node nodejs javascript typescript java golang ruby rust php cli server'.split(
    ' ',
  ),
);
/** Words that say what a tool is and are left out or added at will; beside another name they may be what is asked for. */
export const NAME_KINDS: ReadonlySet<string> = new Set(
  'cloud analytics database db orm ui ai platform framework css core labs inc developer developers plugin extension'.split(
    ' ',
  ),
);

/** Every key under which a tool is found by name; the most direct one of each. */
export function nameKeys(tool: Pick<Tool, 'name' | 'slug' | 'aliases' | 'packages' | 'website'>): NameKey[] {
  const keys = new Map<string, NameRank>();
  const add = (written: string, rank: NameRank): void => {
    const key = compactWord(written);
    if (key !== '' && (keys.get(key) ?? Number.POSITIVE_INFINITY) > rank) keys.set(key, rank);
  };
  add(tool.name, NAME_RANK.name);
  add(tool.slug, NAME_RANK.name);
  for (const alias of tool.aliases) add(alias, NAME_RANK.alias);
  for (const written of [tool.name, ...tool.aliases]) {
    const short = shortName(written);
    if (!isGeneric(compactWord(short))) add(short, NAME_RANK.short);
  }
  for (const { name } of tool.packages) {
    add(name, NAME_RANK.package);
    const own = name.split('/').at(-1) ?? name;
    if (compactWord(own).includes(compactWord(tool.slug))) add(own, NAME_RANK.package);
  }
  if (tool.website !== null && URL.canParse(tool.website)) {
    const { hostname, pathname } = new URL(tool.website);
    if (pathname.length <= 1) add(hostname.replace(/^www\./, ''), NAME_RANK.package);
  }
  return [...keys].map(([key, rank]) => ({ key, rank }));
}

/** The name without its maker and without what it is: Apache Kafka → Kafka, Plausible Analytics → Plausible. */
function shortName(written: string): string {
  let words = written.split(/[\s/._-]+/).filter((word) => word !== '');
  if (words.length > 1 && MAKERS.has(words[0]?.toLowerCase() ?? '')) words = words.slice(1);
  while (words.length > 1 && isGeneric(words.at(-1)?.toLowerCase() ?? '')) words = words.slice(0, -1);
  return words.join(' ');
}

/** Words that name nothing by themselves. */
export const isGeneric = (plain: string): boolean => NAME_DESCRIPTORS.has(plain) || NAME_KINDS.has(plain);
