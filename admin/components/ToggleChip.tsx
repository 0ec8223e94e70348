import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';

interface ToggleProps {
  readonly label: string;
  /** How many it would show. */
  readonly count?: number;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** A choice that is on or off, with a check beside its colour. */
export function ToggleChip({ label, count, pressed, onPress }: ToggleProps) {
  return (
    <ButtonBase
      aria-pressed={pressed}
      onClick={onPress}
      sx={{
        minHeight: 28,
        px: 2.5,
        gap: 1,
        border: `1px solid ${pressed ? 'var(--accent)' : 'var(--border)'}`,
        borderRadius: 1,
        bgcolor: pressed ? 'var(--raised)' : 'background.paper',
        fontSize: '0.8125rem',
        fontWeight: pressed ? 600 : 400,
        '&:hover': { bgcolor: 'var(--raised)' },
      }}
    >
      {pressed && <CheckIcon sx={{ fontSize: 14 }} aria-hidden />}
      {label}
      {count !== undefined && (
        <Box component="span" sx={{ color: 'var(--muted)', fontWeight: 400 }}>
          {' '}
          {count.toLocaleString('en')}
        </Box>
      )}
    </ButtonBase>
  );
}
