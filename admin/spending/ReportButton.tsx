import Button from '@mui/material/Button';

/** Opens the form for an amount. */
export function ReportButton({ primary = false, onPress }: { primary?: boolean; onPress: () => void }) {
  return (
    <Button variant={primary ? 'contained' : 'outlined'} onClick={onPress}>
      Report an amount…
    </Button>
  );
}
