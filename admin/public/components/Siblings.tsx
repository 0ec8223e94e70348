import type { PublicToolAnswer } from '../../providers/generated/operations.js';
import { compareAt } from '../question.js';
import { counted } from '../texts.js';

type Tool = PublicToolAnswer['tool'];

/** Other tools for the same, each with the reason, and the known facts that tell the tool apart from them. */
export function Siblings({ tool: { slug, name, siblings } }: { tool: Tool }) {
  if (!siblings) return null;
  const { capability, total, alternatives, tellsApart } = siblings;
  return (
    <section aria-labelledby="alternatives">
      <h2 id="alternatives">Alternatives</h2>
      {alternatives.length === 0 ? (
        <p className="muted">No other tool is listed first for {capability.title}.</p>
      ) : (
        <>
          <p className="small muted">
            {counted(total, 'other tool')} listed first for {capability.title}; those that do most of the same come
            first. No place is for sale.
          </p>
          <ul className="plain alternatives">
            {alternatives.map((one) => (
              <li key={one.slug}>
                <a href={`/tools/${one.slug}`}>
                  <bdi>{one.name}</bdi>
                </a>{' '}
                <a className="small" href={compareAt([slug, one.slug])} aria-label={`Compare ${name} with ${one.name}`}>
                  Compare
                </a>
                <span className="source small muted">{one.reasons.join(' · ')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {tellsApart.length > 0 && (
        <>
          <h3 id="apart">What tells it apart</h3>
          <ul className="plain" aria-labelledby="apart">
            {tellsApart.map(({ id, text, alsoKnownOf }) => (
              <li key={id}>
                {text.replace(/^[a-z](?=[a-z]*[\s:])/, (first) => first.toUpperCase())}
                <span className="source small muted">
                  {alsoKnownOf === 0 ? 'known of none' : `also known of ${alsoKnownOf}`} of the{' '}
                  {counted(total, 'other')}
                </span>
              </li>
            ))}
          </ul>
          <p className="small muted">A tool of which it is not known may have it as well.</p>
        </>
      )}
    </section>
  );
}
