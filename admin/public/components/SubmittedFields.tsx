import { labelOf } from './field.labels.js';

/** Every value of a submission under the name of its field; a value is text, whatever it holds. */
export function SubmittedFields({ value }: { value: unknown }) {
  return (
    <dl className="facts submitted">
      {rowsOf(value, []).map(({ names, text }) => (
        <div className="fact" key={names.join('/')}>
          <dt>{names.join(', ')}</dt>
          <dd className="written" dir="auto">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Row {
  readonly names: readonly string[];
  readonly text: string;
}

function rowsOf(value: unknown, names: readonly string[]): Row[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object')) return value.length ? [{ names, text: value.join('\n') }] : [];
    return value.flatMap((one, index) => rowsOf(one, [...names.slice(0, -1), `${names.at(-1) ?? ''} ${index + 1}`]));
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) => rowsOf(inner, [...names, labelOf(name)]));
  return [{ names, text: String(value) }];
}
