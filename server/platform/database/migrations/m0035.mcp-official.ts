import { Migration } from '@mikro-orm/migrations';

/** The official registry's own facts about an MCP server beside its server.json, such as when it was published. */
export class M0035McpOfficial extends Migration {
  override up(): void {
    this.addSql('alter table tool add column mcp_official jsonb');
  }
}
