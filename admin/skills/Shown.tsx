import Box from '@mui/material/Box';
import { runsOf } from './hidden.runs.js';

/** Another user's text as text: hidden characters by their numbers, addresses not live, its direction kept to itself. */
export function Shown({ text }: { text: string }) {
  return (
    <bdi dir="ltr">
      {runsOf(text).map(({ kind, text: part }, index) =>
        kind === 'seen' ? (
          part
        ) : (
          <Box
            // The runs of one text keep their places.
            key={index}
            component="span"
            title="An invisible character"
            sx={{ color: 'var(--bad)', fontFamily: 'var(--mono)', fontSize: '0.8125rem', fontWeight: 600 }}
          >
            {part}
          </Box>
        ),
      )}
    </bdi>
  );
}
