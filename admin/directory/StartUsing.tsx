import Box from '@mui/material/Box';
import { addressOf } from '../components/address.js';
import { Code } from '../components/Code.js';
import { OutLink } from '../components/OutLink.js';
import type { Tool } from '../providers/generated/operations.js';
import { Known, KnownFacts } from './KnownFacts.js';
import { SourceLinks } from './SourceLinks.js';
import { linkOf, sourcesOf } from './tool.facts.js';

/** The first steps for a developer or an agent: the command, the documentation in every form, the variables. */
export function StartUsing({ tool }: { tool: Tool }) {
  const { url, llmsTxt, openapi } = tool.docs;
  const { command } = tool.install;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {command && (
        <div>
          <Code text={command} what="install command" wrap />
          <Box sx={{ mt: 1 }}>
            <SourceLinks sources={sourcesOf(tool, 'install')} />
          </Box>
        </div>
      )}
      <KnownFacts>
        {!command && <Known label="Install command">{null}</Known>}
        <Known label="Documentation" sources={sourcesOf(tool, 'docs.url')}>
          {url && <OutLink to={linkOf(tool, 'docs') ?? url}>{addressOf(url)}</OutLink>}
        </Known>
        <Known label="llms.txt" sources={sourcesOf(tool, 'docs.llmsTxt')}>
          {llmsTxt && <OutLink to={llmsTxt}>{addressOf(llmsTxt)}</OutLink>}
        </Known>
        <Known label="OpenAPI" sources={sourcesOf(tool, 'docs.openapi')}>
          {openapi && <OutLink to={openapi}>{addressOf(openapi)}</OutLink>}
        </Known>
        <Known label="Environment" sources={sourcesOf(tool, 'environment')}>
          {tool.environment.length > 0 && <Names names={tool.environment} />}
        </Known>
      </KnownFacts>
    </Box>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </span>
  ));
}
