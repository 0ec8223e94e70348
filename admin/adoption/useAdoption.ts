import { keepPreviousData } from '@tanstack/react-query';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { ListFilter } from '../components/filters.js';
import { useAddressFilters } from '../components/useAddressFilters.js';
import { useProductFilter } from '../products/useProductFilter.js';
import {
  type AdoptionQuestion,
  DAYS_MAX,
  DEFAULT_DAYS,
  dayBefore,
  daysOf,
  familyOf,
} from '../providers/data.adoption.js';
import { EventFamily, type ReadCompanyAdoptionAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { FAMILIES } from './families.js';

export type AdoptionView = ReadCompanyAdoptionAnswer['companyAdoption'];

/** Events are counted some seconds after they arrive; so long a page may trail behind that. */
const REFRESH_MS = 10_000;

const isPeriod = (text: string): boolean => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= DAYS_MAX;

/** The days that the steps of a funnel may take. */
const WITHIN_MAX = 90;
export const FUNNEL_DEFAULTS = {
  steps: [EventFamily.intent, EventFamily.evaluation, EventFamily.activation, EventFamily.retention],
  within: '30',
} as const;

const STEPS_MIN = 2;
export const STEPS_MAX = 6;
/** Marks the name of an event among the steps of an address: a name may read like a family. */
const NAMED = 'event:';
const EVENT_NAME = /^[A-Za-z][A-Za-z0-9_.:-]{0,99}$/;

export const isEventName = (text: string): boolean => EVENT_NAME.test(text);
export const stepOfName = (eventName: string): string => `${NAMED}${eventName}`;
/** The name of the event of a step; undefined for a step of a family. */
export const nameOfStep = (step: string): string | undefined =>
  step.startsWith(NAMED) ? step.slice(NAMED.length) : undefined;

const isStep = (step: string): boolean => {
  const name = nameOfStep(step);
  return name === undefined ? familyOf(step) !== undefined : isEventName(name);
};

/** Two to six different families and names of events in an order; null for any other text. */
function readSteps(text: string): readonly string[] | null {
  const steps = text.split(',');
  const isSound = steps.length >= STEPS_MIN && steps.length <= STEPS_MAX && steps.every(isStep);
  return isSound && new Set(steps).size === steps.length ? steps : null;
}

/** The steps of the funnel as the address has them: a family, or `event:` and a name. */
export const stepsIn = (text: string | null): readonly string[] =>
  (text === null ? null : readSteps(text)) ?? FUNNEL_DEFAULTS.steps;

/** The page's parameters in the address, beside the product. One end of a window says nothing without the other. */
const FILTERS: readonly ListFilter[] = [
  { source: 'period', label: 'Period', readable: isPeriod },
  { source: 'from', label: 'From', readable: (from, { to }) => to !== undefined && daysOf(from, from) === 1 },
  {
    source: 'to',
    label: 'To',
    readable: (to, { from }) => {
      if (from === undefined) return false;
      const days = daysOf(daysOf(from, from) === 1 ? from : to, to);
      return days >= 1 && days <= DAYS_MAX;
    },
  },
  { source: 'family', label: 'Family', choices: FAMILIES.map((family) => [family, family] as const) },
  { source: 'against', label: 'Compared with', readable: (day) => daysOf(day, day) === 1 },
  {
    source: 'by',
    label: 'By',
    choices: [
      ['day', 'Day'],
      ['week', '7 days'],
    ],
  },
  {
    source: 'measure',
    label: 'Of',
    choices: [
      ['developers', 'Developers'],
      ['events', 'Events'],
    ],
  },
  { source: 'steps', label: 'Steps', readable: (steps) => readSteps(steps) !== null },
  { source: 'within', label: 'Within', readable: (days) => /^[1-9]\d?$/.test(days) && Number(days) <= WITHIN_MAX },
];

export type AdoptionChoice = Pick<ReturnType<typeof useAdoptionQuestion>, 'question' | 'period' | 'set'>;

/** The page's question as its address holds it: a period that ends today, or a window of its own. */
export function useAdoptionQuestion() {
  const [, setSearch] = useSearchParams();
  const address = useAddressFilters([...FILTERS, useProductFilter()]);
  const { product, family, period, from, to } = address.filters;
  const isOwn = from !== undefined && to !== undefined;
  const days = Number(period ?? DEFAULT_DAYS);
  const question: AdoptionQuestion = {
    productId: product,
    family: familyOf(family),
    ...(isOwn ? { from, to } : { from: dayBefore(days - 1), to: dayBefore(0) }),
  };
  const set = (values: Readonly<Record<string, string | null>>) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return { question, period: isOwn ? null : days, set, address };
}

/** The company's adoption as it is now, asked again and again while the page is open. */
export function useAdoption(question: AdoptionQuestion, enabled: boolean) {
  const { organizationId } = useOrganization();
  const id = JSON.stringify([organizationId, question]);
  return useGetOne<AdoptionView & { id: string }>(
    'company-adoption',
    { id, meta: { organizationId, question } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData, enabled },
  );
}
