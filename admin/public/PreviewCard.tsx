import { shorten } from './texts.js';

/** A page's picture in previews of its link: its title and its own numbers. */
export interface Preview {
  readonly title: string;
  /** Stands for a title in letters that the picture's font does not have. */
  readonly drawableTitle: string;
  readonly line: string;
  /** At most three. */
  readonly figures: readonly PreviewFigure[];
}

export interface PreviewFigure {
  readonly value: string;
  readonly label: string;
  /** Its day or label, below. */
  readonly note?: string;
}

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The letters of the font that draws the picture. */
const DRAWN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Pictographs count as common to all scripts, and the font has few of them. */
const PICTOGRAPHS = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Variation_Selector}|\u200d/gu;
const MARGIN = 72;
const TITLE = { size: 60, perLine: 28, lines: 2 };
const LINE = { size: 28, perLine: 62, lines: 2 };
const FIGURES_MAX = 3;
const LABEL_MAX = 30;

const drawable = (text: string): string => text.replace(PICTOGRAPHS, '').trim();

/** Words in lines of so many characters; what does not fit is cut with an ellipsis. */
function linesOf(text: string, perLine: number, max: number): string[] {
  const lines: string[] = [''];
  for (const word of drawable(text).split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if (longer.length <= perLine) lines[lines.length - 1] = longer;
    else if (last === '') lines[lines.length - 1] = shorten(word, perLine);
    else lines.push(shorten(word, perLine));
  }
  if (lines.length <= max) return lines;
  const rest = lines.slice(max - 1).join(' ');
  return [...lines.slice(0, max - 1), shorten(rest, perLine)];
}

/** The picture as SVG, which the gateway draws as PNG with its own font. */
export function PreviewCard({ title, drawableTitle, line, figures }: Preview) {
  const titleLines = linesOf(DRAWN.test(drawable(title)) ? title : drawableTitle, TITLE.perLine, TITLE.lines);
  const textLines = DRAWN.test(drawable(line)) ? linesOf(line, LINE.perLine, LINE.lines) : [];
  const titleTop = 190;
  const textTop = titleTop + titleLines.length * 74 + 10;
  const { width, height } = PREVIEW_SIZE;
  const column = (width - 2 * MARGIN) / FIGURES_MAX;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} fontFamily="DejaVu Sans">
      <title>{title}</title>
      <rect width={width} height={height} fill="#ffffff" />
      <rect width={width} height="12" fill="#1f5fbf" />
      <text x={MARGIN} y="100" fontSize="28" fontWeight="bold" fill="#1f5fbf">
        DAI
      </text>
      <text x={MARGIN + 84} y="100" fontSize="24" fill="#5b6470">
        developer adoption index
      </text>
      {titleLines.map((text, index) => (
        <text key={text} x={MARGIN} y={titleTop + index * 74} fontSize={TITLE.size} fontWeight="bold" fill="#15191e">
          {text}
        </text>
      ))}
      {textLines.map((text, index) => (
        <text key={text} x={MARGIN} y={textTop + index * 42} fontSize={LINE.size} fill="#3c444d">
          {text}
        </text>
      ))}
      {figures.slice(0, FIGURES_MAX).map(({ value, label, note }, index) => (
        <g key={label}>
          <rect x={MARGIN + index * column} y="455" width={column - 32} height="2" fill="#d5dae0" />
          <text x={MARGIN + index * column} y="518" fontSize="44" fontWeight="bold" fill="#15191e">
            {shorten(drawable(value), 14)}
          </text>
          <text x={MARGIN + index * column} y="558" fontSize="19" fill="#5b6470">
            {shorten(drawable(label), LABEL_MAX)}
          </text>
          {note && (
            <text x={MARGIN + index * column} y="587" fontSize="17" fill="#5b6470">
              {note}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
