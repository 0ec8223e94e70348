import { StateLink } from './StateLink.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
  readonly chosen: boolean;
  /** The address with this value added, or taken out where it is chosen. */
  readonly to: string;
}

interface FilterMenuProps {
  readonly title: string;
  readonly choices: readonly Choice[];
}

/** One filter as a menu of links; several values of one filter are alternatives. */
export function FilterMenu({ title, choices }: FilterMenuProps) {
  if (choices.length === 0) return null;
  const chosen = choices.filter((one) => one.chosen).length;
  return (
    <details className="menu" name="filter">
      <summary>
        {title}
        {chosen > 0 && <span className="count"> {chosen}</span>}
      </summary>
      <ul aria-label={title}>
        {choices.map(({ value, label, count, chosen: isChosen, to }) => (
          <li key={value}>
            <StateLink to={to} chosen={isChosen}>
              <span>{label}</span>
              {count !== undefined && <span className="muted">{count.toLocaleString('en')}</span>}
            </StateLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The filters of the list, each value with a link that removes it. */
export function ChosenFilters({ chosen, clear }: { chosen: readonly (Choice & { title: string })[]; clear: string }) {
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen" aria-label="Filters in use">
      {chosen.map(({ title, value, label, to }) => (
        <li key={`${title} ${value}`}>
          <StateLink to={to} label={`Remove the filter ${title}: ${label}`}>
            {title}: {label} <span aria-hidden="true">×</span>
          </StateLink>
        </li>
      ))}
      <li>
        <StateLink to={clear}>Clear filters</StateLink>
      </li>
    </ul>
  );
}
