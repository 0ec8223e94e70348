import type { Shim } from '../../shim.js';

export const directoryCoverage: Shim = {
  method: 'get',
  path: '/api/directory/coverage',
  tag: 'Directory',
  summary: 'What the directory knows of its tools, fact by fact',
  description:
    'For each fact the share of tools that know it, and how long ago it was read at its source or checked by a program.',
  operation: 'directoryCoverage',
  publicRead: true,
  document: `query { reply: directoryCoverage { asOf tools facts {
    fact known share within30Days within90Days within365Days older undated medianDays checked marked } } }`,
  query: {},
  arguments: () => ({}),
  answers: { 200: 'Coverage', 304: 'The caller has this answer already' },
};
