import type { Session } from '../providers/session.js';
import { navigationOf } from './sections.js';
import type { Act } from './useAct.js';
import { mayChangeAs } from './useMayChange.js';

/** Something that the palette leads to. */
export interface PaletteEntry {
  readonly group: string;
  readonly label: string;
  /** A text that tells it from another entry of the same name. */
  readonly detail?: string;
  readonly to: string;
  /** Begun on the page that it leads to. */
  readonly act?: Act;
}

/** The pages of the settings, which stand in no navigation of their own; some are for those who may change the organization. */
const SETTINGS: readonly (readonly [label: string, path: string, forAdmins?: true])[] = [
  ['Team', '/settings/members'],
  ['Invitations', '/settings/invitations', true],
  ['Security', '/settings/security', true],
  ['Keys', '/settings/tracking-keys'],
  ['Agent keys', '/settings/agent-keys'],
  ['Audit receipts', '/settings/audit-receipts', true],
  ['Webhooks', '/settings/webhooks'],
  ['Plan', '/settings/plan'],
  ['Audit log', '/settings/audit-entries'],
];

const pagesOf = (
  detail: string,
  ...[signedIn, organizationId, reviewing]: Parameters<typeof navigationOf>
): PaletteEntry[] =>
  navigationOf(signedIn, organizationId, reviewing).map(({ label, path: to }) => ({
    group: 'Pages',
    label,
    detail,
    to,
  }));

/** Every page that a user may open, by its address once: those of the page's own context come first. */
export function pageEntries(session: Session | null, current: string | null | undefined): PaletteEntry[] {
  if (!session) return pagesOf('', false, undefined, false);
  const { memberships, person } = session;
  const companies = memberships.toSorted(
    (one, other) => Number(other.organization.id === current) - Number(one.organization.id === current),
  );
  const found = [
    ...(person.reviewer && current === 'review' ? pagesOf('Review', true, undefined, true) : []),
    ...(companies[0]?.organization.id === current ? [] : pagesOf('Yours', true, undefined, false)),
    ...companies.flatMap(({ organization: { id, name }, role }) => [
      ...pagesOf(name, true, id, false),
      ...SETTINGS.filter(([, , forAdmins]) => !forAdmins || mayChangeAs(role)).map(([label, path]) => ({
        group: 'Pages',
        label,
        detail: name,
        to: `/o/${id}${path}`,
      })),
    ]),
    ...pagesOf('Yours', true, undefined, false),
    { group: 'Pages', label: 'Profile', detail: 'Yours', to: '/me/profile' },
    ...(person.reviewer ? pagesOf('Review', true, undefined, true) : []),
    ...memberships.map(({ organization: { id, name } }) => ({ group: 'Organizations', label: name, to: `/o/${id}` })),
  ];
  return found.filter(
    ({ group, to }, index) => found.findIndex((one) => one.group === group && one.to === to) === index,
  );
}

/** The entries that have every word of what was typed, those first whose name begins with it. */
export function matching(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ label }: PaletteEntry) => label.toLowerCase().startsWith(typed.trim().toLowerCase());
  return entries
    .filter(({ label, detail = '' }) => words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)))
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)));
}
