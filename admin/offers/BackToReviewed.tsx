import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';

/** The way back to the reviewers' list of offers. */
export const BackToReviewed = () => (
  <Box sx={{ mb: 1, fontSize: '0.8125rem' }}>
    <Link to="/review/offers">← Offers</Link>
  </Box>
);
