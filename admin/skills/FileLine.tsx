import BadIcon from '@mui/icons-material/ErrorOutlineOutlined';
import HighIcon from '@mui/icons-material/GppMaybeOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import CautionIcon from '@mui/icons-material/WarningAmberOutlined';
import { Shown } from './Shown.js';
import type { Mark } from './skill.labels.js';

const STYLES = {
  error: [BadIcon, 'bad'],
  high: [HighIcon, 'bad'],
  medium: [CautionIcon, 'caution'],
  warning: [CautionIcon, 'caution'],
  low: [InfoIcon, 'info'],
} as const;

interface FileLineProps {
  readonly number: number;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly here: boolean;
}

/** One line of a file with its number, and under it what there is to say about it. */
export function FileLine({ number, text, marks, here }: FileLineProps) {
  const worst = ['bad', 'caution', 'info'].find((tone) => marks.some(({ label }) => STYLES[label][1] === tone));
  const look = ['line', worst && 'lit', here && 'here'].filter(Boolean).join(' ');
  return (
    <div className={look} data-line={number} data-tone={worst} tabIndex={marks.length > 0 || here ? -1 : undefined}>
      <div className="text">
        <Shown text={text} />
      </div>
      {marks.map(({ label, description }, index) => {
        const [Drawn, tone] = STYLES[label];
        return (
          <div key={`${index} ${label}`} className="mark" data-tone={tone}>
            <Drawn aria-hidden />
            <span>
              {label}: {description}
            </span>
          </div>
        );
      })}
    </div>
  );
}
