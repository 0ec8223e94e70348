import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Day } from '../components/Day.js';
import { OutLink } from '../components/OutLink.js';
import { type Tag, Tags } from '../components/Tags.js';
import type { Tool } from '../providers/generated/operations.js';
import { Known, KnownFacts } from './KnownFacts.js';
import { plainFactsOf } from './plain.facts.js';
import { linkOf, sourcesOf } from './tool.facts.js';
import { humanize } from './tool.labels.js';
import { directoryAt } from './useQuestion.js';

const LEVELS: Record<string, string> = {
  none: 'not checked',
  listed: 'listed: its facts were read from the sources that are named here',
  domain: 'domain: its vendor has proven to hold the domain',
  package: 'package: its vendor has proven to publish the package',
};

/** Every fact with its sources; unknown values are shown as unknown. */
export function ToolFacts({ tool }: { tool: Tool }) {
  const read = (fact: string) => sourcesOf(tool, fact);
  const { level, method, checkedAt } = tool.verification;
  return (
    <KnownFacts>
      <Known label="Vendor" sources={read('vendor')}>
        {[tool.vendor.name, tool.vendor.domain].filter(Boolean).join(' · ')}
      </Known>
      <Known label="Also called">{tool.aliases.join(', ') || 'no other name is known'}</Known>
      <Known label="Categories">
        {tool.categories.length > 0 && (
          <Tags
            label="Categories"
            tags={tool.categories.map((name) => linked(name, directoryAt({ category: name })))}
          />
        )}
      </Known>
      <Known label="What it can do">
        {tool.capabilities.length > 0 && (
          <Tags
            label="What it can do"
            tags={tool.capabilities.map((name) => linked(name, directoryAt({ q: name.replaceAll('-', ' ') })))}
          />
        )}
      </Known>
      <Known label="Pricing" sources={read('pricing.model')}>
        {tool.pricing.model !== 'unknown' && humanize(tool.pricing.model)}
      </Known>
      <Known label="Prices" sources={read('pricing.url')}>
        {tracked(tool, 'pricing', 'Price list')}
      </Known>
      <Known label="Sign-up" sources={read('signupUrl')}>
        {tracked(tool, 'signup', 'Sign-up page')}
      </Known>
      <Known label="Website" sources={read('website')}>
        {tracked(tool, 'website', tool.vendor.domain ?? 'Website')}
      </Known>
      {plainFactsOf(tool, humanize).map(({ label, text, sources }) => (
        <Known key={label} label={label} sources={sources}>
          {text}
        </Known>
      ))}
      <Known label="Verification">
        {LEVELS[level] ?? level}
        {level !== 'none' && (
          <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
            {method}
            {checkedAt && (
              <>
                , checked on <Day at={checkedAt} />
              </>
            )}
          </Box>
        )}
      </Known>
    </KnownFacts>
  );
}

const linked = (name: string, to: string): Tag => ({ key: name, label: <Link to={to}>{humanize(name)}</Link> });

function tracked(tool: Tool, kind: string, label: string): ReactNode {
  const to = linkOf(tool, kind);
  return to && <OutLink to={to}>{label}</OutLink>;
}
