/** Letters added, left out, changed or swapped with their neighbour; counting ends at `enough`. */
export function mistakesBetween(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      line.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= enough) return enough;
    before = above;
    above = line;
  }
  return Math.min(above[other.length] ?? enough, enough);
}
