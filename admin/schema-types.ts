import fs from 'node:fs';
import path from 'node:path';
import { printFragments, printReplies, readDefinitions } from '../documents/print.ts';
import { printOperations } from './schema-types.print.ts';

const [schemaFile = 'schema.graphql'] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '..');
const schema = fs.readFileSync(schemaFile, 'utf8');
const shared = readDefinitions(path.join(root, 'documents'));
const ofAdmin = readDefinitions(path.join(import.meta.dirname, 'providers', 'documents'));
const write = (name: string, text: string): void => fs.writeFileSync(path.join(root, name), text);

write('admin/providers/schema.ts', printOperations(schema, [...shared, ...ofAdmin]));
write('mcp/replies.ts', printReplies(schema, shared, readDefinitions(path.join(root, 'mcp/documents'))));
write('rest-shims/fragment.texts.ts', printFragments(shared));
