export { CapabilityList, listCapabilities } from './capability.list.js';
export { type Catalog, type CatalogSnapshot, type LoadOffers, openCatalog } from './catalog.open.js';
export { readDirectoryContext } from './context.read.js';
export { facetsOf, keepMatching } from './facet.rules.js';
export { normalizedFilters, refuseUnknownCategories } from './filter.rules.js';
export { loadLexicon } from './lexicon.load.js';
export {
  listMcpServers,
  McpServerArgs,
  McpServers,
  McpServersArgs,
  readMcpServerVersions,
} from './mcp-servers.read.js';
export { readQuestionReading } from './question-reading.read.js';
export { inSentence } from './title.rules.js';
export { describeTool } from './tool.describe.js';
export { readTool } from './tool.read.js';
