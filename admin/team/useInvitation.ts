import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useDai } from '../providers/data.js';
import type { ReceivedInvitation } from '../providers/generated/operations.js';

const PLACE = /^\/invitations\/(inv_[\w-]+)$/;

/** The page to go on to after signing in: react-admin notes it beside its own address for that. */
export interface Wanted {
  readonly nextPathname?: string;
  readonly nextSearch?: string;
}

/** The page that was asked for before signing in, or the first one. */
export const wantedAddress = (wanted: Wanted | null): string =>
  wanted?.nextPathname ? `${wanted.nextPathname}${wanted.nextSearch ?? ''}` : '/';

/** The invitation of an address such as `/invitations/inv_…?key=…`, by the secret of its letter; idle for any other address. */
export function useInvitationAt(pathname: string, search: string): UseQueryResult<ReceivedInvitation> {
  const { readInvitationLetter } = useDai();
  const invitationId = PLACE.exec(pathname)?.[1] ?? '';
  const key = new URLSearchParams(search).get('key') ?? '';
  return useQuery({
    queryKey: ['invitation-letter', invitationId, key],
    queryFn: () => readInvitationLetter(invitationId, key),
    enabled: invitationId !== '' && key !== '',
    retry: false,
  });
}

/** The invitation that a person was following when they were sent to sign in. */
export function useWantedInvitation(): ReceivedInvitation | null {
  const wanted = useLocation().state as Wanted | null;
  return useInvitationAt(wanted?.nextPathname ?? '', wanted?.nextSearch ?? '').data ?? null;
}

/** The open invitations to the verified address of the signed-in person. */
export function useReceivedInvitations(enabled = true): UseQueryResult<readonly ReceivedInvitation[]> {
  const { listReceivedInvitations } = useDai();
  return useQuery({ queryKey: ['received-invitations'], queryFn: () => listReceivedInvitations(), enabled });
}
