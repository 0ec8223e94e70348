import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { agentRankContract } from '../../server/adoption/publishing/agent-rank.rules.js';
import {
  agentRankSchema,
  supersededContract,
  supersededSchema,
} from '../../server/adoption/publishing/agent-rank.schema.js';
import { publish } from '../setup/attack/publisher.js';
import { DAYS_OF, PERIODS } from '../setup/attack/world.types.js';
import { randomWorld } from '../setup/attack/worlds.js';

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

/** The components that a row, or a vector, gives all numbers for. */
const SHARES = [
  ['activation', 'activation'],
  ['retention', 'return'],
  ['steady_use', 'steadyUse'],
  ['agent_tool_success', 'toolSuccess'],
] as const;

it('gives every test vector', () => {
  for (const { inputs, components, coverage, score, grade } of contract.testVectors) {
    for (const [id, share] of SHARES) expect(components.find((one) => one.id === id)?.value).toBe(inputs.shares[share]);
    expect(components.find(({ id }) => id === 'docs_readiness')?.facts).toEqual(inputs.docs);
    expect(recompute(components)).toEqual({ coverage, score, grade });
  }
});

it('gives the score of every published row, from the numbers of the 90 days beside it', () => {
  let scored = 0;
  for (let seed = 0; seed < 20; seed += 1)
    for (const { periods } of publish(randomWorld(seed, 40), seed))
      for (const period of PERIODS)
        for (const { tool, cohort, components, coverage, score, grade } of periods[period].tools) {
          if (cohort !== 'reported' || score === null) continue;
          scored += 1;
          const shares = periods['90d'].tools.find((row) => row.tool.slug === tool.slug)?.shares;
          for (const [id, share] of SHARES)
            expect(components.find((one) => one.id === id)?.value).toBe(shares?.[share]);
          const shortest = PERIODS.find((one) =>
            periods[one].tools.some((row) => row.tool.slug === tool.slug && row.cohort === 'reported'),
          );
          const points = shortest && { 7: 100, 30: 60, 90: 30 }[DAYS_OF[shortest]];
          expect(components.find(({ id }) => id === 'evidence_freshness')?.value).toBe(points);
          expect(recompute(components)).toEqual({ coverage, score, grade });
        }
  expect(scored).toBeGreaterThan(100);
});

it('names the contract before it, which stays readable and marked as superseded', () => {
  expect(supersededContract).toMatchObject({
    contract: 'agent-rank-v1',
    superseded: { by: 'agent-rank-v2', on: '2026-11-27' },
  });
  const { superseded: _superseded, $id: _id, ...asItWas } = supersededContract;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({ ...supersededSchema, $id: 'v1' });
  expect(validate({ ...asItWas, schema: 'http://127.0.0.1/contracts/agent-rank-v1.json' })).toBe(true);
});

it('is what its JSON Schema describes', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
    ...agentRankSchema,
    $id: 'agent-rank',
  });
  const supersedes = [
    { contract: 'agent-rank-v1', url: 'http://127.0.0.1/contracts/agent-rank-v1.contract.json', on: '2026-11-27' },
  ];
  expect(validate({ ...contract, supersedes, schema: 'http://127.0.0.1/contracts/agent-rank-v2.json' })).toBe(true);
  expect(validate({ ...contract, supersedes, schema: 'x', components: [] })).toBe(false);
});
