import { useStore } from 'react-admin';
import { useApiMutation } from '../components/useApiMutation.js';
import { useNow } from '../components/useNow.js';
import { useScope } from '../components/useScope.js';
import { useDai } from '../providers/data.js';
import type { DryRunPayloadAnswer } from '../providers/generated/operations.js';

export type PayloadReply = NonNullable<DryRunPayloadAnswer['dryRunPayload']>;

/** When a dry-run of a product was last accepted in this browser, or null: a dry-run writes nothing, so the service can't tell. */
export function useAcceptedDryRun(productId: string) {
  const { organizationId = '' } = useScope();
  return useStore<string | null>(`dryRun.${organizationId}.${productId}`, null);
}

/** Tries payloads as a key of the product would send them. */
export function useDryRun(productId: string) {
  const { organizationId = '' } = useScope();
  const { dryRunPayload } = useDai();
  const [, setAccepted] = useAcceptedDryRun(productId);
  const now = useNow();
  return useApiMutation(async (payload: unknown): Promise<PayloadReply> => {
    const reply = await dryRunPayload({ organizationId, productId, payload });
    if (reply.accepted) setAccepted(new Date(now).toISOString());
    return reply;
  });
}
