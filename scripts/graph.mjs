// Prints the graph of the server's modules as Markdown with Mermaid: `npm run -s graph > graph.md`.
import { runnerImport } from 'vite';

const load = async (file) => (await runnerImport(file)).module;
const { readSources } = await load('./test/setup/sources.ts');
const { drawModules } = await load('./test/setup/module-graph.ts');
process.stdout.write(drawModules(readSources('server', 'rest-shims', 'mcp', 'formats')));
