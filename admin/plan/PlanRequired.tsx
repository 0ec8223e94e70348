import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useOrganization } from '../workspace/organization.js';
import { AskForPlan } from './AskForPlan.js';
import { PLAN_TOOLS } from './plan.tools.js';

/** Shown in place of a page that the free plan lacks: what the paid plan opens and who can ask for it, and nothing of the data. */
export function PlanRequired() {
  const { to } = useOrganization();
  return (
    <Box
      component="section"
      aria-label="Paid plan required"
      sx={{
        border: '1px solid var(--border)',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: { xs: 4, sm: 8 },
        display: 'grid',
        gap: 5,
        maxWidth: 820,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <LockIcon aria-hidden sx={{ color: 'var(--accent)' }} />
        <Typography variant="h2">This opens with the paid plan</Typography>
      </Box>
      <Typography>Your organization has the free plan. The paid plan opens, here and for your agents:</Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
        {PLAN_TOOLS.filter(({ isFree }) => !isFree).map(({ tool, name, gives }) => (
          <div key={tool}>
            <Box component="dt" sx={{ fontWeight: 600 }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, color: 'var(--muted)' }}>
              {gives}
            </Box>
          </div>
        ))}
      </Box>
      <Typography>
        <AskForPlan />
      </Typography>
      <Typography color="textSecondary">
        Your events go on being counted: Adoption shows them on every plan, and a report reaches back to them as soon as
        the plan changes.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
        <Button component={Link} to={to('/adoption')} variant="outlined">
          Open Adoption
        </Button>
        <Button component={Link} to={to('/settings/plan')} variant="contained">
          Compare plans
        </Button>
      </Box>
    </Box>
  );
}
