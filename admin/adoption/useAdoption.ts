import { keepPreviousData } from '@tanstack/react-query';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type AdoptionQuestion, DEFAULT_DAYS, dayBefore, familyOf } from '../providers/data.adoption.js';
import type { ReadCompanyAdoptionAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

export type AdoptionView = ReadCompanyAdoptionAnswer['companyAdoption'];

/** Events are counted some seconds after they arrive; so long a page may trail behind that. */
const REFRESH_MS = 10_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the page is asked for, as it stands in its address: a period that ends today, or a window of its own. */
export function useAdoptionQuestion() {
  const [search, setSearch] = useSearchParams();
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const isOwn = DAY.test(from) && DAY.test(to);
  const days = Number(search.get('period')) || DEFAULT_DAYS;
  const question: AdoptionQuestion = {
    productId: search.get('product') ?? undefined,
    family: familyOf(search.get('family') ?? undefined),
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
  return { question, period: isOwn ? null : days, set };
}

/** The company's adoption as it is now, asked again and again while the page is open. */
export function useAdoption(question: AdoptionQuestion) {
  const { organizationId } = useOrganization();
  const id = JSON.stringify([organizationId, question]);
  return useGetOne<AdoptionView & { id: string }>(
    'company-adoption',
    { id, meta: { organizationId, question } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData },
  );
}
