/** The labels of the numbers in findings and evidence. */
const METRICS: Readonly<Record<string, string>> = {
  accounts: 'Active accounts',
  accountsActivated: 'Accounts newly active',
  accountsSilent: 'Silent accounts',
  activated: 'Activated developers',
  activationShare: 'Activation share',
  calls: 'Tool calls',
  daysLeft: 'Days left',
  daysUnused: 'Days unused',
  developers: 'Active developers',
  events: 'Events',
  eventsOfUse: 'Events of use',
  eventsOfUseWithoutTime: 'Events of use without a time',
  'eventsOfUseWithoutTime ÷ eventsOfUse': 'Events of use without a time',
  eventsWithAccount: 'Events with an account',
  '1 − eventsWithAccount ÷ events': 'Events without an account',
  failed: 'Failed calls',
  failureShare: 'Failure rate',
  families: 'Families that arrive',
  matured: 'Activated 14 days earlier',
  missingFacts: 'Missing facts',
  newActivated: 'New developers who activated',
  newDevelopers: 'New developers',
  refused: 'Refused events',
  refusedShare: 'Refused share',
  retained: 'Came back so far',
  returned: 'Came back in the second week',
  returnShare: 'Share that came back',
};

/** Metrics that are about one of several things, by how their names begin. */
const ABOUT: readonly (readonly [begins: string, label: string])[] = [
  ['daysSilent of ', 'Days without an event of '],
  ['events of ', 'Events of '],
  ['refused.', 'Refused with '],
];

/** A metric in people's words; one that is not known is shown as it came. */
export function labelOfMetric(metric: string): string {
  const [begins, label] = ABOUT.find(([start]) => metric.startsWith(start)) ?? [];
  return METRICS[metric] ?? (begins ? `${label}${metric.slice(begins.length)}` : metric);
}

const isShare = (metric: string): boolean => metric.endsWith('Share') || metric.includes('÷');

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** A number of a metric as people read it. */
export const textOfMetric = (metric: string, value: number | null): string =>
  value === null ? 'unknown' : isShare(metric) ? percent(value) : value.toLocaleString('en');

/** A title that begins with the name of its metric, in people's words. */
export const titleOf = ({ title, metric }: { readonly title: string; readonly metric: string }): string =>
  title.startsWith(`${metric} `) ? `${labelOfMetric(metric)}${title.slice(metric.length)}` : title;
