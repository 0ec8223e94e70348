import { integerIn, limitParameter, type Shim } from '../../shim.js';

const COUNTS = 'developers accounts activated retained events';
const COMPONENTS = 'components { id value weight }';
const TOOL = 'tool { slug name }';

export const publicAdoption: Shim = {
  method: 'get',
  path: '/api/v1/adoption',
  tag: 'Adoption',
  summary: 'Public adoption of tools and categories, with proof and rankings',
  description:
    'One day’s snapshot, which never changes. Small cohorts are insufficient, dominated ones suppressed, and what no vendor reports is missing; in all three every number is null.',
  operation: 'adoption',
  publicRead: true,
  direct: true,
  document: `query ($period: String!, $limit: Int!) { reply: adoption(period: $period, limit: $limit) {
    period { id days from to } asOf snapshotId
    methodology { version url minimumCohort { developers accounts } minimumDenominator dominance { top1 top2 } rounding lagHours }
    tools { rank ${TOOL} label cohort ${COUNTS} toolSuccess change score grade coverage ${COMPONENTS} measures { kind subject value label source asOf } }
    categories { category label cohort tools ${COUNTS} }
    proof { ${TOOL} signal label asOf }
    rankings { id title label entries { rank ${TOOL} value } } notices } }`,
  query: {
    period: {
      description: '7d, 30d or 90d, 30d when absent',
      schema: { type: 'string', enum: ['7d', '30d', '90d'], default: '30d' },
      example: '30d',
    },
    limit: limitParameter(100, 25),
  },
  arguments: ({ query }) => ({ period: query.period ?? '30d', limit: integerIn(query.limit ?? '25') }),
  answers: { 200: 'The newest snapshot', 304: 'The caller has this answer already' },
};

export const agentRank: Shim = {
  method: 'get',
  path: '/api/v1/agent-rank',
  tag: 'Adoption',
  summary: 'The contract of the adoption score',
  description: 'Scale, grades, components with weights and formulas, and test vectors that any client can recompute.',
  operation: 'agentRank',
  publicRead: true,
  direct: true,
  document: `query { reply: agentRank { contract schema scale { min max } grades { grade from }
    components { id title weight window formula sources cap } formula rounding minimumDenominator minimumCoverage missing suppression
    exclusions ties cadence changelog { version date change }
    testVectors { name inputs { developers activated retained toolSuccess docs reportedIn } ${COMPONENTS} coverage score grade } } }`,
  query: {},
  arguments: () => ({}),
  answers: { 200: 'The contract', 304: 'The caller has this answer already' },
};
