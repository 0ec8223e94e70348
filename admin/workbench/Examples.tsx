import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Section } from '../components/Page.js';

const EXAMPLES = [
  'A shop with sign-in, card payments and transactional e-mail',
  'Vector search over PDF files, with an open source database',
  'Nightly cron jobs in Node with error tracking',
];

/** Shown before the first question: a few intents that can be tried with one press. */
export function Examples({ onPlan }: { onPlan: (intent: string) => void }) {
  return (
    <Box sx={{ mt: 8 }}>
      <Section title="For example">
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, justifyItems: 'start' }}>
          {EXAMPLES.map((example) => (
            <li key={example}>
              <Button
                variant="outlined"
                onClick={() => onPlan(example)}
                sx={{ whiteSpace: 'normal', textAlign: 'left', fontWeight: 400 }}
              >
                {example}
              </Button>
            </li>
          ))}
        </Box>
      </Section>
    </Box>
  );
}
