export { type Catalog, type CatalogSnapshot, type LoadOffers, openCatalog } from './catalog.open.js';
export { listCapabilities, readDirectoryContext, readQuestionReading, readTool } from './directory.operations.js';
export {
  describeTool,
  facetsOf,
  keepMatching,
  normalizedFilters,
  refuseUnknownCategories,
} from './directory-answer.rules.js';
export { loadLexicon } from './lexicon.load.js';
export { inSentence } from './lexicon.rules.js';
export { listMcpServers, readMcpServerVersions } from './mcp-server.operations.js';
export { McpServerArgs, McpServers, McpServersArgs } from './mcp-server.types.js';
