import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Code } from '../components/Code.js';
import { CodeTabs } from '../components/CodeTabs.js';
import { Section } from '../components/Page.js';
import { Payload } from '../components/Payload.js';
import { RefusalState } from '../events/RefusalState.js';
import { REFUSALS } from '../events/refusal.labels.js';
import { type Corrected, patchOf, REPAIR_LANGUAGES, type Refused } from './repairs.js';

interface RepairPanelProps {
  readonly refused: readonly Refused[];
  readonly corrected: Corrected;
  readonly productId: string;
}

/** The problems of a refused event, the event as it should be with the mended places lit, and the patch for the code that sends it. */
export function RepairPanel({ refused, corrected: { body, lit, repairs }, productId }: RepairPanelProps) {
  return (
    <Section title="Repair">
      <Box component="ul" sx={{ m: 0, mb: 4, pl: 5, display: 'grid', gap: 1 }}>
        {refused.map(({ code, pointer }) => (
          <li key={`${code} ${pointer}`}>
            <code>{pointer || '/'}</code> <code>{code}</code>
            {code in REFUSALS && `: ${REFUSALS[code]}`}.{' '}
            <RefusalState code={code} pointer={pointer} productId={productId} />
          </li>
        ))}
      </Box>
      <Typography variant="h3" sx={{ mb: 2 }}>
        An event that is taken
      </Typography>
      <Payload value={body} label="Corrected event" lit={lit} />
      {repairs.length > 0 && (
        <>
          <Typography variant="h3" sx={{ mt: 5, mb: 1 }}>
            Patch
          </Typography>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            Of a refused event at most its name is stored: the line that goes is an example of what brings this code.
          </Typography>
          <CodeTabs label="Language of the patch" tabs={REPAIR_LANGUAGES} gap={2}>
            {(chosen) => (
              <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
                {repairs.map((repair) => (
                  <div key={`${repair.code} ${repair.pointer}`}>
                    <Typography sx={{ mb: 1 }}>{repair.description}</Typography>
                    <Code
                      text={patchOf(repair, REPAIR_LANGUAGES[chosen] ?? 'JSON')}
                      what={`patch of ${repair.pointer || 'the event'}`}
                      wrap
                    />
                  </div>
                ))}
              </Box>
            )}
          </CodeTabs>
        </>
      )}
    </Section>
  );
}
