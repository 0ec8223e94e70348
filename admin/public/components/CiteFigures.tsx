import { CopyButton } from './CopyButton.js';
import { Linked } from './OutLink.js';
import type { UsedTool } from './UseRanking.js';

interface CiteFiguresProps {
  /** The kinds of figures in words, each with a figure of it. */
  readonly cited: readonly { readonly title: string; readonly figure: UsedTool | undefined }[];
  readonly sources: readonly (string | null)[];
  /** The address at which the figures are shown. */
  readonly address: string;
}

/** How figures of a public source are cited, and where anyone reads them again. */
export function CiteFigures({ cited, sources, address }: CiteFiguresProps) {
  const texts = cited.flatMap(({ title, figure }) => (figure ? [textOf(title, figure, address)] : []));
  if (texts.length === 0) return null;
  return (
    <section className="cited" aria-labelledby="cite-figures">
      <h2 id="cite-figures">Cite a figure</h2>
      {texts.map((text) => (
        <div key={text} className="head">
          <p>{text}</p>
          <CopyButton text={text} what="the citation" />
        </div>
      ))}
      <p className="small muted">
        To read it again, open the source and look for the name of the package. The last figure of each week stays under
        its day in the tool’s history for good; <a href="/docs/guides/citing">how to cite</a> has the query.
      </p>
      <ul className="plain small">
        {[...new Set(sources)].map(
          (source) =>
            source && (
              <li key={source}>
                <Linked text={source} />
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

const textOf = (title: string, { tool, value, subject, asOf, source }: UsedTool, address: string): string =>
  `${tool.name}, ${value.toLocaleString('en')} (${title}, ${subject}, as of ${asOf}, public-source: ${source}), in: DAI, Developer Adoption Index. ${address}`;
