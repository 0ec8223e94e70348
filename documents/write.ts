import fs from 'node:fs';
import path from 'node:path';
import { printFragments, printReplies, readDefinitions } from './print.ts';

const root = path.join(import.meta.dirname, '..');
const schema = fs.readFileSync(path.join(root, 'schema.graphql'), 'utf8');
const shared = readDefinitions(import.meta.dirname);
const write = (name: string, text: string): void => fs.writeFileSync(path.join(root, name), text);

write('mcp/replies.ts', printReplies(schema, shared, readDefinitions(path.join(root, 'mcp/documents'))));
write('rest-shims/fragment.texts.ts', printFragments(shared));

// The server was built a moment ago; its sources have decorators, which Node can't strip.
const { pageDaysOn } = await import(path.join(root, 'dist/server/public/page-days.js'));
const today = new Date().toISOString().slice(0, 10);
write('server/public/page-days.json', `${JSON.stringify(pageDaysOn(today), null, 2)}\n`);
