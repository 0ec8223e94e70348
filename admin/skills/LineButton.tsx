import ButtonBase from '@mui/material/ButtonBase';

/** Shows a line of the file; `what` says to those who can't see what stands beside the button why that line. */
export function LineButton({ line, what, onShow }: { line: number; what: string; onShow: (line: number) => void }) {
  return (
    <ButtonBase
      aria-label={`line ${line}: ${what}`}
      onClick={() => onShow(line)}
      sx={{ color: 'var(--accent)', font: 'inherit', minHeight: 24, textDecoration: 'underline', whiteSpace: 'nowrap' }}
    >
      line {line}
    </ButtonBase>
  );
}
