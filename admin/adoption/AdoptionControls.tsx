import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { ChoiceChips } from '../components/ChoiceChips.js';
import { DayField } from '../components/DayField.js';
import { ProductFilter } from '../products/ProductFilter.js';
import { FAMILIES } from './families.js';
import type { AdoptionChoice } from './useAdoption.js';

const PERIODS = [7, 14, 30, 90] as const;

/** Chooses the days, the product and the family that a page is about; all of them stand in the address. */
export function AdoptionControls({ question, period, set }: AdoptionChoice) {
  const { from, to } = question;
  return (
    <Box sx={{ display: 'grid', gap: 3, mb: 6 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <ChoiceChips
          label="Period"
          value={String(period ?? '')}
          choices={PERIODS.map((days) => [String(days), `${days} days`])}
          onChange={(days) => set({ period: days, from: null, to: null })}
        />
        <DayField label="From" value={from} max={to} onChange={(day) => set({ from: day, to, period: null })} />
        <DayField label="To" value={to} min={from} onChange={(day) => set({ from, to: day, period: null })} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <TextField
          select
          label="Family"
          margin="none"
          value={question.family ?? ''}
          onChange={({ target }) => set({ family: target.value || null })}
          sx={{ width: 160 }}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">All families</option>
          {FAMILIES.map((family) => (
            <option key={family}>{family}</option>
          ))}
        </TextField>
        <ProductFilter inRow />
      </Box>
    </Box>
  );
}
