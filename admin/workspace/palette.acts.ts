import type { Session } from '../providers/session.js';
import { workbenchAt } from '../workbench/useDraft.js';
import type { PaletteEntry } from './palette.entries.js';
import { mayChangeAs } from './useMayChange.js';

/** Acts before anything is typed for them; their names are found like those of pages. */
const GROUP = 'Acts';
const EVENT_ID = /^evt_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INTENT_MIN = 3;

/** The acts that fit what was typed: "create key production", "invite someone@example.com", "plan a shop with payments". */
export function actEntries(session: Session | null, current: string | null | undefined, typed: string): PaletteEntry[] {
  if (!session) return [];
  const text = typed.trim();
  return [...ofOrganization(session, current, text), ...ofPerson(text)];
}

/** Acts in the organization on the page, else in the first that the person may change. */
function ofOrganization({ memberships }: Session, current: string | null | undefined, text: string): PaletteEntry[] {
  const here = memberships.find(({ organization }) => organization.id === current);
  const changed = here ?? memberships.find(({ role }) => mayChangeAs(role));
  const seen = here ?? memberships[0];
  const found: PaletteEntry[] = [];
  if (seen && EVENT_ID.test(text))
    found.push({
      group: GROUP,
      label: `Open event ${text}`,
      detail: seen.organization.name,
      to: `/o/${seen.organization.id}/events?event=${text}`,
    });
  if (!changed || !mayChangeAs(changed.role)) return found;
  const { id, name } = changed.organization;
  const key = wordsBehind(/^(?:create|new|add) key\b/i, text);
  if (begins('create key', text) || key !== null)
    found.push({
      group: GROUP,
      label: key ? `Create key “${key}”` : 'Create key',
      detail: name,
      to: `/o/${id}/settings/tracking-keys`,
      act: { name: 'create-key', value: key ?? '' },
    });
  const address = wordsBehind(/^invite\b/i, text);
  if (begins('invite', text) || address !== null)
    found.push({
      group: GROUP,
      label: address ? `Invite ${address}` : 'Invite a person',
      detail: name,
      to: `/o/${id}/settings/invitations`,
      act: { name: 'invite', value: address ?? '' },
    });
  return found;
}

function ofPerson(text: string): PaletteEntry[] {
  const token = wordsBehind(/^(?:create|new|add) token\b/i, text);
  const plan = wordsBehind(/^plan\b/i, text);
  const found: PaletteEntry[] = [];
  if (begins('create token', text) || token !== null)
    found.push({
      group: GROUP,
      label: token ? `Create token “${token}”` : 'Create token',
      detail: 'Yours',
      to: '/me/tokens',
      act: { name: 'create-token', value: token ?? '' },
    });
  if (plan !== null && plan.length >= INTENT_MIN)
    found.push({ group: GROUP, label: `Plan “${plan}”`, detail: 'Workbench', to: workbenchAt(plan, {}) });
  if (begins('report an amount', text))
    found.push({
      group: GROUP,
      label: 'Report an amount',
      detail: 'Spending',
      to: '/me/spending',
      act: { name: 'report-amount', value: '' },
    });
  if (begins('set a budget', text))
    found.push({
      group: GROUP,
      label: 'Set a budget',
      detail: 'Spending',
      to: '/me/spending',
      act: { name: 'set-budget', value: '' },
    });
  return found;
}

/** True where what was typed is the beginning of a name, two characters or more. */
const begins = (name: string, text: string): boolean => text.length > 1 && name.startsWith(text.toLowerCase());

/** The words behind a verb; null where the text does not begin with it, empty where nothing follows. */
function wordsBehind(verb: RegExp, text: string): string | null {
  const [found] = verb.exec(text) ?? [];
  return found === undefined ? null : text.slice(found.length).trim();
}
