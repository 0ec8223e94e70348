/** The rules of a host for programs (RFC 9309), as far as they are about this one. */
export interface Robots {
  isAllowed(path: string): boolean;
  /** The wait that it asks for between two requests; 0 where it names none. */
  readonly delayMs: number;
}

interface Group {
  readonly agents: string[];
  readonly rules: { readonly allows: boolean; readonly path: string }[];
  delayMs: number;
}

const AGENT = 'dai';
const DELAY_MAX_MS = 60_000;
const LINES_MAX = 5_000;

/** Nothing is forbidden. */
export const openRobots: Robots = { isAllowed: () => true, delayMs: 0 };

/** Reads robots.txt: the group that names this program, else that of all; the longest rule that fits decides, and of equals the one that allows. */
export function readRobots(text: string): Robots {
  const groups = groupsIn(text);
  const own = groups.filter(({ agents }) => agents.includes(AGENT));
  const taken = own.length ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = taken.flatMap((group) => group.rules);
  return {
    delayMs: Math.min(Math.max(0, ...taken.map(({ delayMs }) => delayMs)), DELAY_MAX_MS),
    isAllowed(path) {
      let best = { length: -1, allows: true };
      for (const { allows, path: pattern } of rules) {
        const { length } = pattern;
        if (!fits(pattern, path) || length < best.length || (length === best.length && !allows)) continue;
        best = { length, allows };
      }
      return best.allows;
    },
  };
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/).slice(0, LINES_MAX)) {
    const [, field = '', value = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const name = field.toLowerCase();
    const group = groups.at(-1);
    if (name === 'user-agent') {
      if (isNaming && group) group.agents.push(value.toLowerCase());
      else groups.push({ agents: [value.toLowerCase()], rules: [], delayMs: 0 });
      isNaming = true;
    } else if (group && (name === 'allow' || name === 'disallow' || name === 'crawl-delay')) {
      isNaming = false;
      if (name === 'crawl-delay') group.delayMs = Number.isFinite(Number(value)) ? Number(value) * 1_000 : 0;
      else if (value !== '') group.rules.push({ allows: name === 'allow', path: value });
    }
  }
  return groups;
}

/** Whether a path begins as a rule says; a star stands for anything, a dollar sign for the end. Walks both once, whatever the rule is. */
function fits(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$');
  const parts = (isWhole ? rule.slice(0, -1) : rule).split('*');
  const [first = ''] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    if (isWhole && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
