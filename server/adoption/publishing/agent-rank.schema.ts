import { COMPONENT_CAP, componentIds, docsKinds, grades, SCORE_CONTRACT } from './agent-rank.rules.js';
import superseded from './agent-rank-v1.json' with { type: 'json' };
import { periodIds } from './snapshot.types.js';

const text = { type: 'string', minLength: 1 };
const score = { type: ['integer', 'null'], minimum: 0, maximum: 100 };
const component = {
  type: 'object',
  required: ['id', 'value', 'weight', 'facts'],
  properties: {
    id: { enum: componentIds },
    value: { ...score, maximum: COMPONENT_CAP },
    weight: { type: 'integer', exclusiveMinimum: 0 },
    facts: { type: 'array', items: { enum: docsKinds } },
  },
};

const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** JSON Schema 2020-12 of the answer of `GET /api/v1/agent-rank`. */
export const agentRankSchema = {
  $id: `/contracts/${SCORE_CONTRACT}.json`,
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `The adoption score contract ${SCORE_CONTRACT}`,
  ...object({
    contract: { const: SCORE_CONTRACT },
    schema: { type: 'string', format: 'uri' },
    scale: object({ min: { const: 0 }, max: { const: 100 } }),
    grades: {
      type: 'array',
      minItems: grades.length,
      items: object({
        grade: { enum: grades.map(({ grade }) => grade) },
        from: { type: 'integer', minimum: 0, maximum: 100 },
      }),
    },
    components: {
      type: 'array',
      minItems: componentIds.length,
      items: object({
        id: { enum: componentIds },
        title: text,
        weight: { type: 'integer', exclusiveMinimum: 0 },
        window: text,
        formula: text,
        sources: { type: 'array', minItems: 1, items: text },
        cap: { type: 'integer', exclusiveMinimum: 0 },
      }),
    },
    formula: text,
    rounding: text,
    minimumDenominator: { type: 'integer', minimum: 1 },
    minimumCoverage: { type: 'number', minimum: 0, maximum: 1 },
    missing: text,
    suppression: text,
    exclusions: { type: 'array', items: text },
    ties: text,
    cadence: text,
    changelog: {
      type: 'array',
      minItems: 1,
      items: object({ version: text, date: { type: 'string', format: 'date' }, change: text }),
    },
    supersedes: {
      type: 'array',
      items: object({ contract: text, url: { type: 'string', format: 'uri' }, on: { type: 'string', format: 'date' } }),
    },
    testVectors: {
      type: 'array',
      minItems: 1,
      items: object({
        name: text,
        inputs: object({
          shares: object({ activation: score, return: score, steadyUse: score, toolSuccess: score }),
          docs: { type: 'array', items: { enum: docsKinds } },
          reportedIn: { enum: [...periodIds, null] },
        }),
        components: { type: 'array', items: component },
        coverage: { type: 'number', minimum: 0, maximum: 1 },
        score,
        grade: { enum: [...grades.map(({ grade }) => grade), null] },
      }),
    },
  }),
} as const;

/** The JSON Schema of the contract before, under the address that it always had. */
export const supersededSchema = superseded.schema;
/** The contract before, as it was answered last, with the day on which another one took its place. */
export const supersededContract = { $id: '/contracts/agent-rank-v1.contract.json', ...superseded.contract };
