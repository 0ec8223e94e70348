/** The one form of TOML that is written here: a table's head, then keys with basic strings or lists of them, which are JSON's. */
export function readToml(text: string): Record<string, Record<string, string | string[]>> {
  const tables: Record<string, Record<string, string | string[]>> = {};
  let current: Record<string, string | string[]> | undefined;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const head = /^\[([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\]$/.exec(line)?.[1];
    const [, key = '', value = ''] = KEY_AND_VALUE.exec(line) ?? [];
    if (head !== undefined) current = tables[head] = {};
    else if (current && key !== '') current[key] = JSON.parse(value) as string | string[];
    else throw new Error(`not TOML: ${line}`);
  }
  return tables;
}

const BASIC = String.raw`"(?:[^"\\]|\\["\\])*"`;
const KEY_AND_VALUE = new RegExp(`^([A-Za-z0-9_-]+) = (${BASIC}|\\[${BASIC}(?:, ${BASIC})*\\])$`);
