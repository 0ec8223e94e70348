import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Fact, Facts } from '../components/Facts.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useAnchor } from '../components/useAnchor.js';
import type { SeenOfFamily } from '../providers/generated/operations.js';
import type { FilterValues } from '../providers/records.js';
import { useOrganization } from '../workspace/organization.js';
import { FigurePeople } from './figure.people.js';
import { SubjectEvents } from './SubjectEvents.js';
import { FamilyTable, SubjectSource } from './SubjectFacts.js';
import { useSubject } from './useSubject.js';

/** The facts about one developer or account in a window, the same for both. */
interface Seen {
  readonly label: string;
  readonly asOf: string;
  readonly families: readonly SeenOfFamily[];
  readonly products: readonly { readonly productId: string }[];
}

/** Whom the page is about, and the question of the list that it was opened from. */
export interface Subject {
  readonly id: string;
  readonly filter: FilterValues;
  readonly search: string;
}

interface SubjectShowProps<Found extends Seen> {
  readonly what: 'account' | 'developer';
  readonly facts: (found: Found) => readonly (readonly [label: string, value: ReactNode])[];
  readonly products: readonly Column<Found['products'][number]>[];
  /** The developers of an account, the accounts of a developer. */
  readonly related: (subject: Subject) => ReactNode;
  /** Stands above the window, since it is of all time. */
  readonly story?: (subject: Subject) => ReactNode;
}

/** One developer or account: what was done in the window, and which events prove it. */
export function SubjectShow<Found extends Seen>({
  what,
  facts,
  products,
  related: Related,
  story: Story,
}: SubjectShowProps<Found>) {
  const { organization, to } = useOrganization();
  const { state } = useLocation();
  const { id, filter, window, search, query, address } = useSubject<Found>(`adoption-${what}s`);
  const subject = what === 'account' ? { account: id } : { developer: id };
  useAnchor(query.data !== undefined);
  return (
    <Page
      title={id}
      where={organization.name}
      above={
        <BackTo to={to(`/adoption/${what}s${search}`)} state={state}>
          Active {what}s
        </BackTo>
      }
    >
      <UnreadFilters {...address} />
      {Story && <Story id={id} filter={filter} search={search} />}
      <QueryState query={query} what={what} rows={8}>
        {({ found }) =>
          found ? (
            <FigurePeople
              scope={{ ...window, productId: filter.product ?? null, family: null, counted: found.label, page: id }}
            >
              <SubjectSource label={found.label} asOf={found.asOf} window={window} />
              <Section title="In this window" part="facts">
                <Facts>
                  {facts(found).map(([label, value]) => (
                    <Fact key={label} label={label}>
                      {value}
                    </Fact>
                  ))}
                </Facts>
              </Section>
              <FamilyTable families={found.families} subject={subject} />
              <Section title="Products">
                <Rows
                  caption="Products"
                  rows={found.products}
                  keyOf={({ productId }) => productId}
                  columns={products}
                />
              </Section>
              <Related id={id} filter={filter} search={search} />
              <SubjectEvents filter={subject} />
            </FigurePeople>
          ) : (
            <Empty>No event of this window names this {what}.</Empty>
          )
        }
      </QueryState>
    </Page>
  );
}

/** The filters that have a value, for the address of a list. */
export const stated = (filter: FilterValues): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));
