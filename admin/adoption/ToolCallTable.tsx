import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import type { AdoptionView } from './useAdoption.js';

type ToolCall = AdoptionView['toolCalls'][number];

const COLUMNS: Column<ToolCall>[] = [
  { label: 'MCP server', cell: ({ mcpServer }) => mcpServer ?? 'unknown' },
  { label: 'Tool', cell: ({ mcpTool }) => mcpTool ?? 'unknown' },
  { label: 'Calls', cell: ({ calls }) => calls.toLocaleString('en'), numeric: true },
  { label: 'Failed', cell: ({ failed }) => failed.toLocaleString('en'), numeric: true },
  {
    label: 'Failure rate',
    cell: ({ failureShare }) => (failureShare === null ? 'unknown' : `${(failureShare * 100).toFixed(1)} %`),
    numeric: true,
  },
];

/** Calls of MCP tools and how many of them failed; of fewer than five calls no rate is said. */
export function ToolCallTable(props: { toolCalls: AdoptionView['toolCalls']; aside?: ReactNode }) {
  const { toolCalls, aside } = props;
  return (
    <Section title="How often do tool calls fail?" aside={aside}>
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
