/** The patterns over the colours of stacked parts, in their order, so that the parts are told apart without seeing colour. */
const OVERLAYS = [
  null,
  <path key="rising" d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" />,
  <circle key="dots" cx={4} cy={4} r={1.6} fill="var(--surface)" stroke="none" />,
  <path key="level" d="M0,4 h8" />,
  <path key="falling" d="M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4" />,
  <path key="upright" d="M4,0 v8" />,
];

const idOf = (index: number): string => `chart-fill-${index % OVERLAYS.length}`;

/** The fill of the nth part of a stack. */
export const fillOf = (index: number): string => `url(#${idOf(index)})`;

/** The patterns that the fills refer to; stands beside the legend of a stacked chart. */
export function ChartPatterns() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      <defs>
        {OVERLAYS.map((overlay, index) => (
          <pattern key={idOf(index)} id={idOf(index)} width={8} height={8} patternUnits="userSpaceOnUse">
            <rect width={8} height={8} fill={`var(--chart-${index + 1})`} />
            <g stroke="var(--surface)" strokeWidth={1.4}>
              {overlay}
            </g>
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
