import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReadSkill } from '../providers/generated/operations.js';
import { Shown } from './Shown.js';

/** More headings than this are no overview. */
const HEADINGS_SHOWN = 60;

/** The headings of a skill, each a way to its line. */
export function HeadingList(props: { headings: ReadSkill['headings']; onShow: (line: number) => void }) {
  const { headings, onShow } = props;
  if (headings.length === 0) return <Box sx={{ color: 'var(--muted)' }}>The text has no headings.</Box>;
  const rest = headings.length - HEADINGS_SHOWN;
  return (
    <Box component="ul" aria-label="Headings" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {headings.slice(0, HEADINGS_SHOWN).map(({ level, text, line }) => (
        <Box key={line} component="li" sx={{ pl: (level - 1) * 3 }}>
          <ButtonBase
            onClick={() => onShow(line)}
            sx={{
              display: 'flex',
              width: '100%',
              justifyContent: 'space-between',
              alignItems: 'baseline',
              gap: 3,
              minHeight: 24,
              font: 'inherit',
              textAlign: 'left',
              '&:hover': { bgcolor: 'var(--raised)' },
            }}
          >
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Shown text={text} />
            </Box>
            <Box component="span" sx={{ color: 'var(--muted)', fontSize: '0.8125rem', whiteSpace: 'nowrap' }}>
              line {line.toLocaleString('en')}
            </Box>
          </ButtonBase>
        </Box>
      ))}
      {rest > 0 && (
        <Box component="li" sx={{ color: 'var(--muted)' }}>
          {rest.toLocaleString('en')} more
        </Box>
      )}
    </Box>
  );
}
