import EarlierIcon from '@mui/icons-material/ChevronLeftOutlined';
import LaterIcon from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useNow } from '../components/useNow.js';
import { formatMonth, monthOf, monthsBefore, monthsTo } from './months.js';

/** Chooses the month: this one or an earlier one, step by step or directly; none that hasn't begun. */
export function MonthSwitch({ month, onChoose }: { month: string; onChoose: (month: string) => void }) {
  const now = useNow();
  const isLast = month >= monthOf(now);
  return (
    <Box role="group" aria-label="Month shown" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <IconButton aria-label="Earlier month" onClick={() => onChoose(monthsBefore(month, 1))}>
        <EarlierIcon />
      </IconButton>
      <TextField
        select
        label="Month"
        margin="none"
        value={month}
        onChange={(event) => onChoose(event.target.value)}
        slotProps={{ select: { MenuProps: { disablePortal: true, slotProps: { paper: { sx: { maxHeight: 320 } } } } } }}
        sx={{ width: 184 }}
      >
        {monthsTo(now, month).map((one) => (
          <MenuItem key={one} value={one}>
            {formatMonth(one)}
          </MenuItem>
        ))}
      </TextField>
      <IconButton
        aria-label="Later month"
        disabled={isLast}
        onClick={() => onChoose(monthsBefore(month, -1))}
        sx={{ '&.Mui-disabled': { opacity: 0.4 } }}
      >
        <LaterIcon />
      </IconButton>
    </Box>
  );
}
