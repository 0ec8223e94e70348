import { expect, it } from 'vitest';
import { codeOf, readSources } from '../setup/sources.js';

/** The reads that may lag (scale §4, decision 0119): the catalog, public adoption, and reports with a stated "as of". */
const MAY_LAG = [
  'server/adoption/publishing/named-snapshot.query',
  'server/adoption/publishing/snapshots.open',
  'server/directory/search/catalog.open',
  'server/enterprise/report.operations',
];

it('only the catalog, public adoption and reports ask a standby', () => {
  const asking = [...readSources('server', 'rest-shims').values()].filter((source) =>
    codeOf(source).includes('replicas.read('),
  );
  expect(asking.map(({ name }) => name).toSorted()).toEqual(MAY_LAG);
});
