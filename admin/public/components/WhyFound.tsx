import type { PublicToolAnswer } from '../../providers/generated/operations.js';
import { directoryAt } from '../question.js';

interface WhyFoundProps {
  readonly tool: PublicToolAnswer['tool'];
  readonly question: string;
  readonly explained: NonNullable<PublicToolAnswer['explainResult']> | null;
}

const QUESTION_MAX = 1_000;

/** A question about the tool's own place: where a search finds it, or the rule by which it doesn't. It needs no script. */
export function WhyFound({ tool: { slug, name }, question, explained }: WhyFoundProps) {
  return (
    <section aria-labelledby="why">
      <h2 id="why">Why is it found, or not?</h2>
      <form className="search" action={`/tools/${slug}#why`} method="get">
        <label className="hidden" htmlFor="why-question">
          A question for which {name} is found or not
        </label>
        <input
          id="why-question"
          type="search"
          name="why"
          defaultValue={question}
          placeholder="Why isn’t it found for …"
          maxLength={QUESTION_MAX}
          autoComplete="off"
          required
        />
        <button type="submit">Explain</button>
      </form>
      {explained && (
        <div role="status">
          <p>{explained.detail}</p>
          {explained.reasons.length > 0 && <p className="small muted">Because of: {explained.reasons.join(' · ')}.</p>}
          <p className="small">
            <a href={directoryAt({ q: question })}>The whole answer</a>
          </p>
        </div>
      )}
    </section>
  );
}
