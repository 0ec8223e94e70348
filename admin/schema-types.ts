import fs from 'node:fs';
import path from 'node:path';
import { printOperations, readDocuments } from './schema-types.print.ts';

const [schemaFile = 'schema.graphql'] = process.argv.slice(2);
const providers = path.join(import.meta.dirname, 'providers');
const documents = readDocuments(path.join(providers, 'documents'));
fs.writeFileSync(path.join(providers, 'schema.ts'), printOperations(fs.readFileSync(schemaFile, 'utf8'), documents));
