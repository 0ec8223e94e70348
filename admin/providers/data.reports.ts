import type { GetListParams } from 'react-admin';
import type { Methods } from './binding.js';
import * as schema from './generated/operations.js';
import { readWhole, wholeBy } from './records.js';
import { ask } from './request.js';

export type Reconciled = schema.ReadReconciliationAnswer['usageReconciliation'][number] & { readonly id: string };
export type LinkOpens = schema.ListCompanyLinkOpensAnswer['companyLinkOpens']['items'][number] & {
  readonly id: string;
};

/** The days of link openings that a list begins with. */
export const OPENS_DAYS = '30';

const reconciliation = wholeBy<Reconciled>(
  async ({ organizationId = '', productId = '' }, signal) => {
    if (!productId) return [];
    const { usageReconciliation } = await ask(schema.ReadReconciliation, { organizationId, productId }, signal);
    return usageReconciliation.map((row) => ({ ...row, id: `${row.accountDomain ?? ''} ${row.zone ?? ''}` }));
  },
  {
    search: ({ accountDomain, zone }) => `${accountDomain ?? ''} ${zone ?? ''}`,
    orders: {
      account: ({ accountDomain }) => accountDomain,
      zone: ({ zone }) => zone,
      cost: ({ reportedCostCents }) => reportedCostCents,
      bandwidth: ({ reportedBandwidthBytes }) => reportedBandwidthBytes,
      events: ({ events }) => events,
      developers: ({ developers }) => developers,
      reported: ({ reportedAt }) => reportedAt,
    },
  },
);

const linkOpensOf = (days: number) =>
  wholeBy<LinkOpens>(
    async ({ organizationId = '' }, signal) => {
      const all = await readWhole(async (limit, cursor) => {
        const { companyLinkOpens } = await ask(
          schema.ListCompanyLinkOpens,
          { organizationId, days, limit, cursor },
          signal,
        );
        return companyLinkOpens;
      });
      return all.map((one) => ({ ...one, id: `${one.resource} ${one.slug} ${one.kind}` }));
    },
    {
      search: ({ slug, kind }) => `${slug} ${kind}`,
      matches: ({ resource }, filter) => !filter.resource || resource === filter.resource,
      orders: {
        slug: ({ slug }) => slug,
        kind: ({ kind }) => kind,
        opens: ({ opens }) => opens,
        last: ({ lastAt }) => lastAt,
      },
    },
  );

/** A partner's reports beside our counts, and the opens of the company's tracked links. */
export const reportRecords: Record<string, Methods> = {
  reconciliation: { getList: reconciliation },
  'link-opens': {
    getList: (params: GetListParams) => linkOpensOf(Number(params.filter?.days ?? OPENS_DAYS))(params),
  },
};
