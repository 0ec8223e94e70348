import Box from '@mui/material/Box';
import { CopyButton } from './CopyButton.js';

/** So many characters have room beside the button on a phone. */
const BESIDE_MAX = 26;

/** Text to copy as it stands: commands, programs, payloads. Long lines scroll inside the block, never the page. */
export function Code({ text, what, wrap = false }: { text: string; what: string; wrap?: boolean }) {
  const beside = text.length <= BESIDE_MAX && !text.includes('\n');
  return (
    <Box sx={{ position: 'relative', border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'var(--raised)' }}>
      <Box
        sx={{
          position: { xs: beside ? 'absolute' : 'static', sm: 'absolute' },
          top: 6,
          right: 6,
          p: { xs: beside ? 0 : 1.5, sm: 0 },
          textAlign: 'right',
        }}
      >
        <CopyButton text={text} what={what} />
      </Box>
      <Box
        component="pre"
        // A block that scrolls can be reached, and so scrolled, by keyboard.
        tabIndex={0}
        role="region"
        aria-label={what}
        sx={{
          m: 0,
          p: 3,
          pr: { xs: beside ? 24 : 3, sm: 24 },
          overflowX: 'auto',
          lineHeight: 1.6,
          ...(wrap && { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }),
        }}
      >
        {text}
      </Box>
    </Box>
  );
}
