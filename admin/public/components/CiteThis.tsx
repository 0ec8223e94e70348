import type { JsonLd, Site } from '../page.js';

/** A snapshot in one period, as far as a citation names it. */
export interface Cited {
  readonly period: { readonly id: string; readonly from: string; readonly to: string };
  readonly snapshotId: string | null;
  readonly asOf: string | null;
  readonly methodology: { readonly version: string };
}

const TITLE = 'Adoption of developer tools';

/** The page of a snapshot, which always shows the same numbers. */
const pageOf = ({ period }: Cited, { workspaceUrl }: Site): string =>
  `${workspaceUrl}/adoption/${period.to}?period=${period.id}`;

/** The address of a snapshot's rows in the API; its answer never changes. */
export const rowsAt = ({ period, snapshotId }: Cited): string =>
  `/api/v1/adoption?snapshot=${snapshotId}&period=${period.id}&limit=100`;

const textOf = (cited: Cited, site: Site): string =>
  `DAI, Developer Adoption Index: ${TITLE.toLowerCase()}, ${cited.period.from} to ${cited.period.to} (UTC), snapshot ${cited.snapshotId}, ${cited.methodology.version}. ${pageOf(cited, site)}`;

const bibtexOf = (cited: Cited, site: Site): string => `@misc{dai-${cited.period.to}-${cited.period.id},
  author = {{DAI, Developer Adoption Index}},
  title = {${TITLE}, ${cited.period.from} to ${cited.period.to}},
  year = {${(cited.asOf ?? cited.period.to).slice(0, 4)}},
  version = {${cited.methodology.version}},
  note = {Snapshot ${cited.snapshotId}},
  url = {${pageOf(cited, site)}}
}`;

/** How a number that vendors report is cited so that a reader finds it again a year later. */
export function CiteThis({ cited, site }: { cited: Cited; site: Site }) {
  return (
    <section aria-labelledby="cite">
      <h2 id="cite">Cite this</h2>
      <p className="small muted">For what vendors report; a public figure is cited by its own source.</p>
      <p>{textOf(cited, site)}</p>
      <details>
        <summary>BibTeX</summary>
        <pre>
          <code>{bibtexOf(cited, site)}</code>
        </pre>
      </details>
      <p className="small">
        <a href={pageOf(cited, site).slice(site.workspaceUrl.length)}>This snapshot’s own page</a> never changes; where
        its methodology was withdrawn after a defect, a notice stands in its place. Rows and public figures as{' '}
        <a href={rowsAt(cited)}>JSON</a>, rows as <a href={`${rowsAt(cited)}&format=csv`}>CSV</a> ·{' '}
        <a href="/docs/guides/citing">How to cite</a>
      </p>
    </section>
  );
}

/** The same for programs that look for data: where the snapshot's page and rows are. */
export function datasetOf(cited: Cited, site: Site): JsonLd[] {
  if (cited.snapshotId === null) return [];
  const rows = `${site.apiUrl}${rowsAt(cited)}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      name: `${TITLE}, ${cited.period.from} to ${cited.period.to}`,
      description:
        'What vendors’ own servers report of the adoption of developer tools, counted and rounded, with small and dominated numbers withheld.',
      url: pageOf(cited, site),
      identifier: cited.snapshotId,
      version: cited.methodology.version,
      datePublished: cited.asOf,
      temporalCoverage: `${cited.period.from}/${cited.period.to}`,
      isAccessibleForFree: true,
      creator: { '@type': 'Organization', name: 'DAI', url: `${site.workspaceUrl}/` },
      measurementTechnique: `${site.workspaceUrl}/methodology`,
      distribution: [
        { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: rows },
        { '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: `${rows}&format=csv` },
      ],
    },
  ];
}
