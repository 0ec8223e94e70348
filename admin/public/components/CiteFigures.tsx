import { Linked } from './OutLink.js';
import type { UsedTool } from './UseRanking.js';

interface CiteFiguresProps {
  /** The kind of figure in words. */
  readonly title: string;
  readonly figures: readonly UsedTool[];
  /** The address at which the figures are shown. */
  readonly address: string;
}

/** How figures of a public source are cited, and how anyone reads them again: each names a source that stays as it is. */
export function CiteFigures({ title, figures, address }: CiteFiguresProps) {
  const [first] = figures;
  const sources = [...new Set(figures.flatMap(({ source }) => source ?? []))];
  if (!first?.asOf) return null;
  return (
    <section className="cited" aria-labelledby="cite-figures">
      <h2 id="cite-figures">Cite a figure</h2>
      <p>
        {first.tool.name}, {first.value.toLocaleString('en')} ({title}, {first.subject}, as of {first.asOf},
        public-source), in: DAI, Developer Adoption Index. {address}
      </p>
      <p className="small muted">
        To read it again: open the source, and look for the name of the package. A figure stays under its day in the
        tool’s history, those older than a year one a week: <code>useHistory</code> of <a href="/graphql">GraphQL</a>{' '}
        answers it.
      </p>
      <ul className="plain small">
        {sources.map((source) => (
          <li key={source}>
            <Linked text={source} />
          </li>
        ))}
      </ul>
    </section>
  );
}
