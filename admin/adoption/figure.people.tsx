import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { instantsOf } from '../providers/data.adoption.js';
import type { AccountFigure, DeveloperFigure, EventFamily } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';

/** The question that the numbers of a page answer, and the page's name for the way back. */
export interface FigureScope {
  readonly from: string;
  readonly to: string;
  readonly productId: string | null;
  readonly family: EventFamily | null;
  /** The label of the events that are counted. */
  readonly counted: string;
  readonly page: string;
}

const Scope = createContext<FigureScope | null>(null);

/** The question of the page around; null on a page without one. */
export const useFigureScope = (): FigureScope | null => useContext(Scope);

/** Numbers within lead to the people, accounts or events of this question. */
export const FigurePeople = ({ scope, children }: { scope: FigureScope; children: ReactNode }) => (
  <Scope.Provider value={scope}>{children}</Scope.Provider>
);

/** Narrows a list to those behind one number; what is absent is as the page has it. */
export interface Behind {
  readonly figure?: DeveloperFigure | AccountFigure;
  readonly family?: string | null;
  readonly day?: string;
  /** Other days than those of the page. */
  readonly days?: readonly [from: string, to: string];
  readonly cohort?: string;
  readonly week?: number;
  readonly campaign?: { readonly campaignId: string; readonly source: string | null };
  readonly withoutAccount?: boolean;
  /** The rest narrows events alone, but for the names. */
  readonly name?: string;
  readonly developer?: string;
  readonly account?: string;
  readonly tool?: { readonly mcpServer: string | null; readonly mcpTool: string | null };
}

export type ListOfFigure = 'developers' | 'accounts' | 'events';

/** The address of the list behind a number; null where no page of figures stands around. */
export function useListBehind(): ((list: ListOfFigure, behind?: Behind) => string) | null {
  const scope = useContext(Scope);
  const { to } = useOrganization();
  if (!scope) return null;
  return (list, behind = {}) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(filtersOf(scope, list, behind))) if (value) search.set(name, value);
    return to(`${list === 'events' ? '/events' : `/adoption/${list}`}?${search}`);
  };
}

function filtersOf(scope: FigureScope, list: ListOfFigure, behind: Behind): Record<string, string | null | undefined> {
  const { day, days, campaign, tool } = behind;
  const [from, to] = days ?? (day ? [day, day] : [scope.from, scope.to]);
  const window = { from, to };
  const common = {
    product: scope.productId,
    family: behind.family ?? scope.family,
    campaign: campaign?.campaignId,
    campaignSource: campaign?.source,
    withoutAccount: behind.withoutAccount ? 'true' : null,
  };
  if (list === 'events')
    return {
      outcome: 'stored',
      fromDay: window.from,
      toDay: window.to,
      counted: scope.counted,
      ...common,
      name: behind.name,
      developer: behind.developer,
      account: behind.account,
      server: tool?.mcpServer,
      tool: tool?.mcpTool,
    };
  return {
    ...instantsOf(window),
    ...common,
    figure: behind.figure,
    cohort: behind.cohort,
    week: behind.week === undefined ? null : String(behind.week),
    developer: behind.developer,
    account: behind.account,
  };
}

/** The state of a link to a list: the way back to the part of the page that the number stands in. */
export function useWayBack(part: string): { readonly back: { readonly to: string; readonly label: string } } | null {
  const scope = useContext(Scope);
  const { pathname, search } = useLocation();
  return scope && { back: { to: `${pathname}${search}#${part}`, label: scope.page } };
}

/** Numbers are links all over a page: their lines are fainter than those of words, until one points at them. */
export const QUIET = {
  textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
  textUnderlineOffset: '0.2em',
  '&:hover, &:focus-visible': { textDecorationColor: 'currentColor' },
} as const;

interface CountLinkProps extends Behind {
  readonly of: ListOfFigure;
  /** The part of the page, for the way back. */
  readonly part: string;
  readonly count: number | null;
  /** The number as it is shown; its digits when absent. */
  readonly children?: ReactNode;
}

/** A number that leads to those whom it counts; none of them is no link. */
export function CountLink({ of, part, count, children, ...behind }: CountLinkProps) {
  const listBehind = useListBehind();
  const state = useWayBack(part);
  const shown = children ?? count?.toLocaleString('en') ?? 'unknown';
  if (!listBehind || !count) return <>{shown}</>;
  return (
    <Box component={Link} to={listBehind(of, behind)} state={state} sx={QUIET}>
      {shown}
    </Box>
  );
}
