import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider, useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { ListFilter } from '../components/filters.js';
import { useAddressFilters } from '../components/useAddressFilters.js';
import { useAddressedProduct } from '../products/useAddressedProduct.js';
import type { Actions, Report, ReportQuestion } from '../providers/data.enterprise.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import { useOrganization } from '../workspace/organization.js';

const DAYS = { min: 7, max: 365, atFirst: 30 } as const;
/** Every read leaves a receipt, and closed days change little: an answer is taken for so long. */
const FRESH_MS = 300_000;
const READ_SELDOM = { staleTime: FRESH_MS, refetchOnWindowFocus: false, refetchOnReconnect: false };

const isPeriod = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= DAYS.min && Number(text) <= DAYS.max;
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));

const FILTERS: readonly ListFilter[] = [
  { source: 'period', label: 'Period', readable: isPeriod },
  { source: 'asOf', label: 'As of', readable: isInstant },
];

/** The report that the address asks for: product, days, and the moment of the one that was sent as a link. */
export function useReportQuestion() {
  const [, setSearch] = useSearchParams();
  const { address: productAddress, data, error, refetch } = useAddressedProduct();
  const address = useAddressFilters(FILTERS);
  const { period, asOf } = address.filters;
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return {
    unread: [productAddress, address],
    products: { data, error, refetch },
    product: data?.product,
    days: Number(period ?? DAYS.atFirst),
    sentAsOf: asOf ?? null,
    setDays: (days: string) => set('period', days),
    forgetSent: () => set('asOf', null),
  };
}

/** The report of a product, part by part: a part that follows is read when it is asked for. */
export function useReport(productId: string | undefined, periodDays: number) {
  const provider = useDataProvider();
  const { organizationId } = useOrganization();
  return useInfiniteQuery({
    queryKey: ['enterprise-reports', organizationId, productId, periodDays],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const meta: ReportQuestion = { organizationId, productId: productId ?? '', periodDays, cursor };
      return (await provider.getOne<Report & { id: string }>('enterprise-reports', { id: 'report', meta, signal }))
        .data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: productId !== undefined,
    ...READ_SELDOM,
  });
}

/** The actions that are due for a product. */
export function useActions(productId: string | undefined) {
  const { organizationId } = useOrganization();
  return useGetOne<Actions & { id: string }>(
    'enterprise-actions',
    { id: `${organizationId} ${productId}`, meta: { organizationId, productId } },
    { enabled: productId !== undefined, ...RECORD_QUERY, ...READ_SELDOM },
  );
}

/** The parts of a report as one: its numbers are those of the first part, its lists go on in the others. */
export function wholeOf([first, ...more]: readonly Report[]): Report | undefined {
  if (!first) return undefined;
  const parts = [first, ...more];
  return {
    ...first,
    accounts: parts.flatMap(({ accounts }) => accounts),
    campaigns: parts.flatMap(({ campaigns }) => campaigns),
    toolCalls: parts.flatMap(({ toolCalls }) => toolCalls),
    retention: parts.flatMap(({ retention }) => retention),
    notices: [...new Set(parts.flatMap(({ notices }) => notices))],
    leftOut: parts.at(-1)?.leftOut ?? [],
  };
}
