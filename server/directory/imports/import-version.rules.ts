/** A semantic version, with or without a leading v; build metadata decides nothing. */
const VERSION = /^v?(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const NUMBER = /^\d{1,15}$/;

/** Which of two versions is newer: above 0 the first, below 0 the second, 0 when they are equal or cannot be compared. */
export function compareVersions(one: string | null, other: string | null): number {
  const [a, b] = [VERSION.exec(one ?? ''), VERSION.exec(other ?? '')];
  if (!a || !b) return 0;
  for (const place of [1, 2, 3]) {
    const difference = Number(a[place]) - Number(b[place]);
    if (difference) return difference;
  }
  return comparePrereleases(a[4], b[4]);
}

/** A release is newer than what came before it; numbers are older than words (semver.org, 11). */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const [a, b] = [one.split('.'), other.split('.')];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) return Number(right === undefined) - Number(left === undefined);
    if (left === right) continue;
    const [leftIsNumber, rightIsNumber] = [NUMBER.test(left), NUMBER.test(right)];
    if (leftIsNumber && rightIsNumber) return Number(left) - Number(right);
    if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
