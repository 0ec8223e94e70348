/** The named events of the catalog and their families; a failed tool call has none unless you give one. */
export interface CatalogEvents {
  DOCS_MCP_CONNECTED: 'evaluation';
  WEB_MCP_CONNECTED: 'evaluation';
  API_KEY_CREATED: 'evaluation';
  MCP_TOOL_CALL_SUCCEEDED: 'activation';
  MCP_TOOL_CALL_FAILED: 'intent' | 'evaluation' | 'activation' | 'retention' | 'expansion' | 'commercial';
  FIRST_UNLOCKER_REQUEST_SUCCEEDED: 'activation';
  SCRAPER_JOB_COMPLETED: 'activation';
  ZONE_USAGE_REPORTED: 'retention';
  RETURNED_AFTER_7_DAYS: 'retention';
  ENTERPRISE_USAGE_THRESHOLD_REACHED: 'commercial';
  FIRST_API_CALL: 'activation';
}
