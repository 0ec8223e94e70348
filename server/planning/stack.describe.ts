import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type CatalogSnapshot, describeTool, evidenceLabels, type Gap, loadLexicon } from '../directory/index.js';
import type { Intent } from './intent.rules.js';
import type { PlanCapability, Recommendation, StackGap, StackRole } from './stack.types.js';
import { type Candidate, fitOf, type Part, type Stack } from './stack-compose.rules.js';
import { reasonForAlternative, reasonsFor } from './stack-reason.rules.js';
import { installFor } from './tool.rules.js';

const ALTERNATIVES_MAX = 3;

/** The intent and the catalog with which every part of an answer is described. */
export interface Scene {
  readonly intent: Intent;
  readonly parts: readonly Part[];
  readonly snapshot: CatalogSnapshot;
  readonly now: Date;
  readonly baseUrl: string;
}

/** A stack as it is served. */
export function describeStack(stack: Stack, scene: Scene): Recommendation {
  const roles = describeRoles(stack.picks, scene);
  const named = roles.map(({ capability, tool }) => `${capability} ${tool.slug}`).join('\n');
  return {
    id: `stk.${createHash('sha256').update(named).digest('hex').slice(0, 32)}`,
    title: stack.title,
    fit: fitOf(stack.picks, scene.parts.length),
    roles,
    gaps: gapsOf(scene.parts, scene.intent),
    labels: labelsOf(stack.picks, scene),
  };
}

/** The answer when no part has a tool: the gaps and their reasons. */
export const describeGaps = (gaps: StackGap[]): Recommendation => ({
  id: 'stk.none',
  title: 'No tool of the catalog fits',
  fit: 0,
  roles: [],
  gaps,
  labels: [],
});

/** Capabilities without a tool. */
export const openParts = (parts: readonly Part[]): StackGap[] =>
  parts.flatMap(({ capability, gap }) => (gap === null ? [] : [{ capability, reason: gap }]));

/** Capabilities without a tool, then sentences in which no need was read. */
export const gapsOf = (parts: readonly Part[], { unread }: Pick<Intent, 'unread'>): StackGap[] => [
  ...openParts(parts),
  ...unread.map((words) => ({ capability: words, reason: NOT_UNDERSTOOD })),
];
const NOT_UNDERSTOOD =
  'No capability was understood in these words. Say in other words what it must do, or name a tool.';

/** Gaps as they are counted: a part by its capability, and words in which no need was read without the words. */
export const gapsToCount = (gaps: readonly StackGap[]): Gap[] =>
  gaps.map(({ capability }) =>
    loadLexicon().titles.has(capability)
      ? { kind: 'capability', need: capability }
      : { kind: 'not_understood', need: '' },
  );

export const capabilitiesOf = (parts: readonly Part[]): PlanCapability[] =>
  parts.map(({ capability, title, phrase }) => ({ id: capability, title, phrase }));

/** The parts of a stack with their tools; picks stand in the order of the parts that are no gaps. */
export function describeRoles(
  picks: readonly Candidate[],
  { intent, parts, snapshot, now, baseUrl }: Scene,
): StackRole[] {
  const open = parts.filter(({ gap }) => gap === null);
  return open.flatMap(({ capability, title, candidates }, index) => {
    const pick = picks[index];
    if (!pick) return [];
    const described = {
      ...describeTool(pick.tool, snapshot, now, baseUrl),
      install: installFor(pick.tool, intent.ecosystem),
    };
    const evidence = {
      proofs: snapshot.proofOf(pick.tool, now),
      offers: snapshot.offersOf(pick.tool.id, now),
      wishes: intent.wishes,
      ecosystem: intent.ecosystem,
      relevance: intent.relevance,
    };
    return [
      {
        capability,
        title,
        tool: described,
        why: reasonsFor(pick.tool, capability, pick.requested, evidence),
        alternatives: candidates
          .filter(({ tool }) => tool.id !== pick.tool.id)
          .slice(0, ALTERNATIVES_MAX)
          .map(({ tool }) => ({ slug: tool.slug, name: tool.name, why: reasonForAlternative(tool, capability) })),
        offers: described.offers,
      },
    ];
  });
}

function labelsOf(picks: readonly Candidate[], { snapshot, now }: Scene): string[] {
  const found = new Set(
    picks.flatMap(({ tool }) => {
      const labels = snapshot.proofOf(tool, now).map(({ label }) => label);
      return labels.length ? labels : (['missing'] as const);
    }),
  );
  return evidenceLabels.filter((label) => found.has(label));
}

/** Levels below an answer whose members are written one by one: the roles of its stacks. */
const LEVELS_IN_STEPS = 4;

/** SHA-256 of an answer as it is served, without its receipt, over its canonical form (RFC 8785). A step is one stack, role or other item. */
export function* digestOf(answer: unknown): Generator<void, string> {
  const text = yield* canonicalInSteps(JSON.parse(JSON.stringify(answer)), LEVELS_IN_STEPS);
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function* canonicalInSteps(value: unknown, levels: number): Generator<void, string> {
  if (levels === 0 || value === null || typeof value !== 'object') return canonicalize(value) ?? '';
  const written: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      written.push(yield* canonicalInSteps(item, levels - 1));
      yield;
    }
    return `[${written.join(',')}]`;
  }
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, member] of members)
    written.push(`${canonicalize(name)}:${yield* canonicalInSteps(member, levels - 1)}`);
  return `{${written.join(',')}}`;
}
