import SponsoredIcon from '@mui/icons-material/CampaignOutlined';
import Box from '@mui/material/Box';
import { StateChip } from '../components/StateChip.js';

/** Marks paid placement; it never moves a rank (decisions §3). */
export function SponsoredChip() {
  return (
    <Box component="span" sx={{ ml: 2 }}>
      <StateChip icon={SponsoredIcon} label="sponsored" tone="caution" title="Paid for; that never moves a rank" />
    </Box>
  );
}
