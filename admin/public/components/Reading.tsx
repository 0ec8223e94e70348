import { describeWords, saysMore } from '../../directory/understood.js';
import type { HowRead } from '../../providers/generated/operations.js';
import { withoutPhrase } from '../../workbench/intent.marks.js';
import type { Place } from '../page.js';
import { requestedOf } from '../question.js';
import { addressAt } from '../visit.js';
import { StateLink } from './StateLink.js';

/** The needs that the question was read as, each with a link that removes it, and the words that stand for nothing known. */
export function Reading({ reading, place }: { reading: HowRead; place: Place }) {
  if (!saysMore(reading)) return null;
  const { needs, words } = reading;
  return (
    <div className="reading">
      {needs.length > 0 && (
        <ul className="chosen" aria-label="What was understood">
          {needs.map(({ id, title, phrase }) => (
            <li key={id}>
              <StateLink to={withoutNeed(place, phrase)} label={`Take out ${title}, understood from “${phrase}”`}>
                {title} <span aria-hidden="true">×</span>
              </StateLink>
            </li>
          ))}
        </ul>
      )}
      {words.length > 0 && (
        <p className="muted" dir="auto">
          {describeWords(words)}
        </p>
      )}
    </div>
  );
}

function withoutNeed(place: Place, phrase: string): string {
  const next = new URLSearchParams(place.query);
  next.delete('cursor');
  next.set('q', withoutPhrase(requestedOf(place), phrase));
  return addressAt(place.path, next);
}
