import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { CountLink } from './figure.people.js';
import type { AdoptionView } from './useAdoption.js';

type ToolCall = AdoptionView['toolCalls'][number];

const PART = 'tool-calls';
const FAILED = 'MCP_TOOL_CALL_FAILED';

const COLUMNS: Column<ToolCall>[] = [
  { label: 'MCP server', cell: ({ mcpServer }) => mcpServer ?? 'unknown' },
  { label: 'Tool', cell: ({ mcpTool }) => mcpTool ?? 'unknown' },
  { label: 'Calls', cell: (tool) => <CallsOf tool={tool} count={tool.calls} />, numeric: true },
  { label: 'Failed', cell: (tool) => <CallsOf tool={tool} count={tool.failed} name={FAILED} />, numeric: true },
  {
    label: 'Failure rate',
    cell: ({ failureShare }) => (failureShare === null ? 'unknown' : `${(failureShare * 100).toFixed(1)} %`),
    numeric: true,
  },
];

/** The calls of a tool whose receipts name it; of others the list has no filter. */
function CallsOf({ tool, count, name }: { tool: ToolCall; count: number; name?: string }) {
  if (!tool.mcpServer || !tool.mcpTool) return count.toLocaleString('en');
  return <CountLink of="events" part={PART} tool={tool} count={count} {...(name ? { name } : {})} />;
}

/** Calls of MCP tools and how many of them failed; of fewer than five calls no rate is said. */
export function ToolCallTable(props: { toolCalls: AdoptionView['toolCalls']; aside?: ReactNode }) {
  const { toolCalls, aside } = props;
  return (
    <Section title="How often do tool calls fail?" part={PART} aside={aside}>
      {toolCalls.length === 0 ? (
        <p>No tool call arrived in this window.</p>
      ) : (
        <Rows
          caption="Tool calls"
          rows={toolCalls}
          keyOf={({ mcpServer, mcpTool }) => `${mcpServer} ${mcpTool}`}
          columns={COLUMNS}
        />
      )}
    </Section>
  );
}
