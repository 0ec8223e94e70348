import Box from '@mui/material/Box';
import type { Report } from '../providers/data.enterprise.js';
import { labelOfMetric, textOfMetric, titleOf } from './metrics.js';
import { Provenance } from './Provenance.js';

/** The largest findings, each with its number, the number before, its days and its label. */
export function Findings({ findings }: { findings: Report['summary']['largest'] }) {
  if (findings.length === 0) return <p>Nothing stands out: no action is due, and no number changed.</p>;
  return (
    <Box component="ol" sx={{ m: 0, pl: 6, display: 'grid', gap: 3 }}>
      {findings.map((finding) => {
        const { title, metric, value, previous, window, label } = finding;
        return (
          <li key={`${title} ${metric}`}>
            <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{titleOf(finding)}</Box>
            <Box sx={{ color: 'var(--muted)', display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
              <span>
                {labelOfMetric(metric)} {textOfMetric(metric, value)}
                {previous !== null && `, ${textOfMetric(metric, previous)} before`}
              </span>
              <Provenance label={label} window={window} />
            </Box>
          </li>
        );
      })}
    </Box>
  );
}
