import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { OutLink } from '../components/OutLink.js';
import type { PlanContent } from './useBrief.js';

/** Live offers for the tools of the plan, with what they ask for; seeing one is no claim. */
export function BriefPerks({ perks, stack }: Pick<PlanContent, 'perks' | 'stack'>) {
  if (perks.length === 0) return <Typography color="textSecondary">No live offer is known for these tools.</Typography>;
  const names = new Map(stack.map(({ tool }) => [tool.slug, tool.name]));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {perks.map(({ id, title, tool, rules, url }) => (
        <Box
          key={id}
          component="li"
          sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 3 }}
        >
          <strong>{title}</strong> · {names.get(tool) ?? tool}
          <Box component="ul" sx={{ my: 1, pl: 5, color: 'var(--muted)' }}>
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </Box>
          {url && <OutLink to={url}>Look at it at the provider</OutLink>}
        </Box>
      ))}
    </Box>
  );
}
