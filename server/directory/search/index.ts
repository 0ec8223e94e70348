export { type Catalog, type CatalogSnapshot, type LoadOffers, openCatalog } from './catalog.open.js';
export {
  listCapabilities,
  readDirectoryContext,
  readQuestionReading,
  readTool,
  readToolMcp,
} from './directory.operations.js';
export {
  describeTool,
  facetsOf,
  keepMatching,
  normalizedFilters,
  refuseUnknownCategories,
} from './directory-answer.rules.js';
export { explainResult } from './explanation.operations.js';
export { ExplainResultArgs, ResultExplanation } from './explanation.types.js';
export { isGround } from './intent.rules.js';
export { isLanguage, languageFit, languageNamesOf, registriesIn } from './language.rules.js';
export { loadLexicon } from './lexicon.load.js';
export { inSentence } from './lexicon.rules.js';
export type { NameRole } from './lexicon.schema.js';
export { listMcpServers, readMcpServerVersions } from './mcp-server.operations.js';
export { mcpLineOf } from './mcp-server.rules.js';
export { McpServerArgs, McpServers, McpServersArgs } from './mcp-server.types.js';
export { likeness, publicUse } from './rank.rules.js';
