import Box from '@mui/material/Box';
import { formatWorth, type Worth } from './offer.labels.js';

/** The worth of an offer; the source's own words stand in the title. A worth that no source states is called unknown, not guessed. */
export function OfferWorth({ offer }: { offer: Worth }) {
  const worth = formatWorth(offer);
  if (worth === null) return <Box sx={{ color: 'var(--muted)' }}>value not stated</Box>;
  return <span title={offer.value.text ?? undefined}>{worth}</span>;
}
