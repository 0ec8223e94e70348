import type { FormEvent } from 'react';
import { addressAt, useVisits } from '../visit.js';

interface SearchFormProps {
  /** The page that answers. */
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly requested?: string;
  readonly maxLength: number;
  /** The other parameters of the address, which a new question keeps. */
  readonly preserved?: readonly (readonly [name: string, value: string])[];
}

/** A question as a form that needs no script; with one, an answer of the same page comes without loading it again. */
export function SearchForm({ action, label, placeholder, requested = '', maxLength, preserved = [] }: SearchFormProps) {
  const visits = useVisits();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!visits || window.location.pathname !== action) return;
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === 'string' && value.trim() !== '') query.append(name, value.trim());
    visits.show(addressAt(action, query));
  };
  return (
    <search>
      <form className="search" action={action} method="get" onSubmit={submit}>
        <label className="hidden" htmlFor="q">
          {label}
        </label>
        <input
          key={requested}
          id="q"
          type="search"
          name="q"
          defaultValue={requested}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="search"
        />
        {preserved.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
