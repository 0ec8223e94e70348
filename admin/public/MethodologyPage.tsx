import type { PublicMethodologyAnswer } from '../providers/generated/operations.js';
import { Crumbs } from './components/Crumbs.js';
import { MethodologyText } from './components/Methodology.js';
import { breadcrumbs } from './jsonld.js';
import type { Head, Site } from './page.js';

/** How public adoption is counted, in plain words, with the version that snapshots name. */
export function MethodologyPage({ answer: { adoptionMethodology } }: { answer: PublicMethodologyAnswer }) {
  const { version, sections, notSaid } = adoptionMethodology;
  return (
    <>
      <Crumbs steps={[['Adoption', '/adoption']]} />
      <h1>How adoption is counted</h1>
      <p className="summary">
        Version <code>{version}</code>. Every snapshot names the version that it was made under.
      </p>
      <MethodologyText sections={sections} as="h2" />
      <section>
        <h2>What the numbers don’t say</h2>
        <ul>
          {notSaid.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>The score</h2>
        <p>
          <a href="/api/v1/agent-rank">The contract</a> has the components, their weights, the formula and test vectors;{' '}
          <a href="/contracts/agent-rank-v1.json">its JSON Schema</a> says how it is written.
        </p>
      </section>
    </>
  );
}

export function methodologyHead({ adoptionMethodology }: PublicMethodologyAnswer, _place: unknown, site: Site): Head {
  return {
    title: 'How adoption is counted · DAI',
    description: `The methodology ${adoptionMethodology.version} in plain words: whose numbers these are, what is counted, when a number is published and when it is withheld.`,
    canonical: '/methodology',
    jsonLd: [
      breadcrumbs(site.workspaceUrl, [
        ['Adoption', '/adoption'],
        ['Methodology', '/methodology'],
      ]),
    ],
  };
}
