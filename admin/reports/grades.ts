import type { StateTone } from '../components/StateChip.js';
import type { Report } from '../providers/data.enterprise.js';
import type { EnterpriseGrade } from '../providers/generated/operations.js';
import { percent } from './metrics.js';

type Totals = Report['totals'];
type Graded = Report['grades'][number];

interface GradeText {
  readonly name: string;
  readonly question: string;
  /** The figures that the value was made of. */
  readonly basis: (totals: Totals, graded: Graded) => string;
}

const counted = (value: number): string => value.toLocaleString('en');

/** The graded values (decisions §9), in people's words. */
export const GRADES: Readonly<Record<string, GradeText>> = {
  activation: {
    name: 'Activation',
    question: 'Do new developers activate?',
    basis: ({ newActivated, newDevelopers }) =>
      `${counted(newActivated)} of ${counted(newDevelopers)} new developers activated`,
  },
  retention: {
    name: 'Retention',
    question: 'Do they come back?',
    basis: ({ returned, matured }) =>
      `${counted(returned)} of ${counted(matured)} who activated 14 days earlier came back`,
  },
  tool_success: {
    name: 'Tool success',
    question: 'Do tool calls succeed?',
    basis: ({ failed, calls }) => `${counted(failed)} of ${counted(calls)} calls failed`,
  },
  data_quality: {
    name: 'Data quality',
    question: 'Are events whole?',
    // The worse of two shares; the service says which of them it was.
    basis: ({ refused, events, eventsWithAccount }, { basis }) =>
      basis.startsWith('refusedShare') && refused !== null
        ? `${counted(refused)} of ${counted(refused + events)} events were refused`
        : `${counted(eventsWithAccount)} of ${counted(events)} events name an account`,
  },
  coverage: {
    name: 'Coverage',
    question: 'Does everything arrive?',
    basis: ({ families }) => `${families} of 6 families of events arrived`,
  },
};

/** The value of a grade: families are counted, the rest are shares. */
export const valueText = ({ id, value }: Graded): string =>
  value === null ? 'unknown' : id === 'coverage' ? `${value} of 6` : percent(value);

export const TONES: Readonly<Record<EnterpriseGrade, StateTone>> = {
  A: 'good',
  B: 'good',
  C: 'caution',
  D: 'caution',
  E: 'bad',
};
