import RemoveIcon from '@mui/icons-material/Close';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './VisuallyHidden.js';

interface ChipProps {
  readonly title?: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** Something that was chosen; a press takes it out. */
export function RemovableChip({ title, onRemove, children }: ChipProps) {
  return (
    <ButtonBase onClick={onRemove} title={title} sx={CHIP}>
      <VisuallyHidden>Remove </VisuallyHidden>
      {children}
      <RemoveIcon sx={{ fontSize: 14 }} aria-hidden />
    </ButtonBase>
  );
}

const CHIP = {
  minHeight: 28,
  px: 2.5,
  gap: 1,
  border: '1px solid var(--accent)',
  borderRadius: 1,
  bgcolor: 'var(--raised)',
  fontSize: '0.8125rem',
  fontWeight: 600,
};
