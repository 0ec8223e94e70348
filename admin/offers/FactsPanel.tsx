import OpenIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { FactInput } from './FactInput.js';
import { describeFact, FACT_FIELDS } from './facts.js';
import { clearFacts, useFacts } from './useFacts.js';

/** "Am I eligible?": facts of a company, filled in once and asked with every question about offers in this tab. */
export function FactsPanel() {
  const id = useId();
  const { facts, given } = useFacts();
  const [open, setOpen] = useState(false);
  const stated = FACT_FIELDS.filter(({ name }) => facts[name] !== undefined).map(({ name }) =>
    describeFact(name, facts),
  );
  return (
    <Box
      component="section"
      aria-labelledby={`${id}-title`}
      sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', mb: 5 }}
    >
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{ width: '100%', p: 4, gap: 3, textAlign: 'left', alignItems: 'flex-start', borderRadius: 1 }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={`${id}-title`}>
            Am I eligible?
          </Typography>
          <Typography component="div" color="textSecondary">
            {given === 0
              ? 'Say what you know about your company, and every offer says whether it fits, or what it still needs to know.'
              : stated.join(' · ')}
          </Typography>
        </Box>
        <OpenIcon aria-hidden sx={{ color: 'var(--muted)', transform: open ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Box id={id} hidden={!open} sx={{ px: 4, pb: 4 }}>
        {open && (
          <>
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 204px), 1fr))',
                gap: 4,
                alignItems: 'start',
                mt: 2,
              }}
            >
              {FACT_FIELDS.map((field) => (
                <FactInput key={field.name} field={field} facts={facts} />
              ))}
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 4 }}>
              <Typography color="textSecondary" sx={{ flex: '1 1 320px' }}>
                What you leave open stays unknown and is never assumed. These facts stay in this browser tab: they go
                along with the question and are stored nowhere.
              </Typography>
              <Button variant="outlined" size="small" disabled={given === 0} onClick={clearFacts}>
                Clear facts
              </Button>
            </Box>
          </>
        )}
      </Box>
    </Box>
  );
}
