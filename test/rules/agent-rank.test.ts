import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { agentRankContract } from '../../server/adoption/publishing/agent-rank.rules.js';
import { agentRankSchema } from '../../server/adoption/publishing/agent-rank.schema.js';
import { ALL_RULES } from '../../server/adoption/publishing/publication.rules.js';
import { periodIds } from '../../server/adoption/publishing/snapshot.types.js';
import { publishWorld, randomWorld } from '../setup/public-world.js';

/** The contract as a client has it: JSON, and nothing of ours. */
const contract = JSON.parse(JSON.stringify(agentRankContract)) as typeof agentRankContract;

interface Component {
  readonly id: string;
  readonly value: number | null;
  readonly weight: number;
}

/** `formula`, `minimumCoverage` and `grades`, followed word for word. */
function recompute(components: readonly Component[]) {
  const observed = components.filter(({ value }) => value !== null);
  const sum = (of: readonly Component[], part: (one: Component) => number): number =>
    of.reduce((total, one) => total + part(one), 0);
  const weight = sum(observed, (one) => one.weight);
  const coverage =
    weight /
    sum(
      contract.components.map((one) => ({ ...one, value: 0 })),
      (one) => one.weight,
    );
  if (coverage < contract.minimumCoverage) return { coverage, score: null, grade: null };
  const score = Math.floor(sum(observed, (one) => (one.value ?? 0) * one.weight) / weight + 0.5);
  const grade = contract.grades.filter(({ from }) => from <= score).sort((a, b) => b.from - a.from)[0]?.grade ?? null;
  return { coverage, score, grade };
}

/** The formulas of activation and retention, which a row has all numbers for. */
const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole < contract.minimumDenominator
    ? null
    : Math.min(100, Math.floor((100 * part) / whole + 0.5));

it('gives every test vector', () => {
  for (const { inputs, components, coverage, score, grade } of contract.testVectors) {
    const value = (id: string) => components.find((one) => one.id === id)?.value;
    expect(value('activation')).toBe(share(inputs.activated, inputs.developers));
    expect(value('retention')).toBe(share(inputs.retained, inputs.activated));
    expect(recompute(components)).toEqual({ coverage, score, grade });
  }
});

it('gives the score of every published row', () => {
  const rows = Array.from({ length: 30 }, (_, seed) => publishWorld(randomWorld(seed), ALL_RULES))
    .flat()
    .flatMap(({ periods }) => periodIds.flatMap((id) => periods[id].rows))
    .filter(({ cohort }) => cohort === 'reported');
  expect(rows.filter(({ score }) => score !== null).length).toBeGreaterThan(20);
  for (const { components, coverage, score, grade, activated, developers, retained } of rows) {
    expect(components.find(({ id }) => id === 'activation')?.value).toBe(share(activated, developers));
    expect(components.find(({ id }) => id === 'retention')?.value).toBe(share(retained, activated));
    expect(recompute(components)).toEqual({ coverage, score, grade });
  }
});

it('is what its JSON Schema describes', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
    ...agentRankSchema,
    $id: 'agent-rank',
  });
  expect(validate({ ...contract, schema: 'http://127.0.0.1/contracts/agent-rank-v1.json' })).toBe(true);
  expect(validate({ ...contract, schema: 'x', components: [] })).toBe(false);
});
