import { invalid } from '../../../server/platform/fault.js';
import { integerIn, limitParameter, type Shim } from '../../shim.js';

const COUNTS = 'developers accounts activated retained events';
const COMPONENTS = 'components { id value weight facts }';
const SHARES = 'shares { activation return steadyUse toolSuccess }';
const TOOL = 'tool { slug name }';

export const publicAdoption: Shim = {
  method: 'get',
  path: '/api/v1/adoption',
  tag: 'Adoption',
  summary: 'Public adoption of tools and categories, with proof and rankings',
  description:
    'One day’s snapshot, which never changes: the newest, or the one that `day` or `snapshot` names, whose answer caches may have for a year. ' +
    'CSV has the rows of `tools` and in each line `from`, `to`, the snapshot and `nextCursor`. Small cohorts are insufficient, dominated ones suppressed, and what no vendor reports is missing; in all three every number is null.',
  operation: 'adoption',
  publicRead: true,
  direct: true,
  document: `query ($period: String!, $limit: Int!, $cursor: String, $day: String, $snapshot: ID) {
    reply: adoption(period: $period, limit: $limit, cursor: $cursor, day: $day, snapshot: $snapshot) {
    period { id days from to } asOf snapshotId nextCursor
    methodology { version url minimumCohort { developers accounts } withheld { q { developers accounts events } atMost eventsAtMost }
      publishedIn { activated retained shares events } minimumDenominator dominance { top1 top2 } rounding lagHours }
    tools { rank ${TOOL} label cohort ${COUNTS} ${SHARES} toolSuccess change score grade coverage ${COMPONENTS} measures { kind subject value label source asOf change changeSince } }
    categories { category label cohort tools ${COUNTS} }
    proof { ${TOOL} signal label asOf }
    rankings { id label title asOf entries { rank ${TOOL} value subject asOf source } } notices } }`,
  query: {
    period: {
      description: '7d, 30d or 90d, 30d when absent',
      schema: { type: 'string', enum: ['7d', '30d', '90d'], default: '30d' },
      example: '30d',
    },
    limit: limitParameter(100, 25),
    cursor: {
      description: '`nextCursor` of the page before; it names its snapshot',
      example: 'MDE4OTBhNWQtYWM5Ni03NzRiLWJjY2UtYjMwMjA5OWE4MDU3IDMwZCAyNQ',
    },
    day: {
      description: 'The last day of the snapshot, YYYY-MM-DD; the newest when absent',
      schema: { type: 'string', format: 'date' },
      example: '2026-11-25',
    },
    snapshot: {
      description: 'The snapshot, `snp_…`, instead of its day',
      example: 'snp_01890a5d-ac96-774b-bcce-b302099a8057',
    },
    format: {
      description: 'json when absent; csv for the rows of `tools`',
      schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
      example: 'csv',
    },
  },
  table: {
    list: 'tools',
    columns: {
      rank: 'rank',
      tool: 'tool.slug',
      name: 'tool.name',
      label: 'label',
      cohort: 'cohort',
      developers: 'developers',
      accounts: 'accounts',
      events: 'events',
      change: 'change',
      activated: 'activated',
      retained: 'retained',
      activationShare: 'shares.activation',
      returnShare: 'shares.return',
      steadyUse: 'shares.steadyUse',
      toolSuccess: 'shares.toolSuccess',
      score: 'score',
      grade: 'grade',
      coverage: 'coverage',
    },
    constant: {
      from: 'period.from',
      to: 'period.to',
      snapshotId: 'snapshotId',
      methodology: 'methodology.version',
      nextCursor: 'nextCursor',
    },
  },
  arguments: ({ query }) => {
    if (!['json', 'csv', undefined].some((format) => format === query.format))
      throw invalid([{ pointer: '/format', code: 'not_allowed', detail: 'must be one of json, csv' }]);
    return {
      period: query.period ?? '30d',
      limit: integerIn(query.limit ?? '25'),
      cursor: query.cursor,
      day: query.day,
      snapshot: query.snapshot,
    };
  },
  answers: {
    200: 'The newest snapshot, or the one that is named',
    304: 'The caller has this answer already',
    404: 'There is no snapshot of that day, or none of that id',
    410: 'The snapshot was superseded',
  },
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
    exclusions ties cadence changelog { version date change } supersedes { contract url on }
    testVectors { name inputs { ${SHARES} docs reportedIn } ${COMPONENTS} coverage score grade } } }`,
  query: {},
  arguments: () => ({}),
  answers: { 200: 'The contract', 304: 'The caller has this answer already' },
};
