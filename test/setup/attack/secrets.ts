import type { Draw } from './withholding.js';

const priorOf = ({ q, max }: Draw): Float64Array => {
  const prior = new Float64Array(max + 1);
  for (let n = 0; n < max; n += 1) prior[n] = (1 - q) * q ** n;
  prior[max] = q ** max;
  return prior;
};

/** Secret numbers of one tool: what each is believed to be, and by how much one can be more than another. */
export class Secrets {
  private readonly beliefs = new Map<string, Float64Array>();
  private readonly contained: { readonly part: string; readonly whole: string; readonly beyond: Float64Array }[] = [];
  private readonly surplus = new Map<string, Map<string, number>>();

  constructor(private readonly draws: Readonly<Record<string, Draw>>) {
    for (const [name, draw] of Object.entries(draws)) this.beliefs.set(name, priorOf(draw));
  }

  /**
   * The number of the part is contained in that of the whole: what the whole has beyond it is drawn apart, and so that both together are drawn
   * as the whole is. That is nothing at times, else geometric with the ratio of the whole.
   */
  contain(part: string, whole: string): void {
    if (this.beyond(part, whole)) return;
    const [own, around] = [this.draws[part], this.draws[whole]];
    if (!own || !around) throw new Error(`no secret number is called ${part} or ${whole}`);
    const nothing = ((1 - around.q) * own.q) / ((1 - own.q) * around.q);
    const beyond = priorOf(around).map((chance, n) => (1 - nothing) * chance + (n === 0 ? nothing : 0));
    this.contained.push({ part, whole, beyond });
    this.beliefs.set(whole, this.of(whole).fill(1)); // how likely it is follows from the part
  }

  names(): IterableIterator<string> {
    return this.beliefs.keys();
  }

  /** Rules out the values that a number can't have. */
  restrict(name: string, possible: (n: number) => boolean): void {
    const belief = this.of(name);
    for (let n = 0; n < belief.length; n += 1) if (!possible(n)) belief[n] = 0;
  }

  /** One number is at most another plus a surplus, which may be negative: so it is where a part can't be more than its whole. */
  atMost(part: string, whole: string, surplus: number): void {
    const known = this.surplus.get(part) ?? new Map<string, number>();
    known.set(whole, Math.min(known.get(whole) ?? Infinity, surplus));
    this.surplus.set(part, known);
  }

  /** The probability of each value of each number, all bounds taken together (sum-product over a spanning tree of them). */
  posteriors(): Map<string, Float64Array> {
    const edges = [...this.contained.map(({ part, whole }) => ({ a: part, b: whole })), ...this.tightest()];
    const around = new Map([...this.beliefs.keys()].map((name) => [name, new Set<string>()]));
    const group = new Map([...this.beliefs.keys()].map((name) => [name, name]));
    for (const { a, b } of edges) {
      const [groupA, groupB] = [group.get(a), group.get(b)];
      if (groupA === groupB) continue; // a bound that would close a circle is left out: that only loses knowledge
      for (const [name, own] of group) if (own === groupB) group.set(name, groupA ?? name);
      around.get(a)?.add(b);
      around.get(b)?.add(a);
    }
    const message = (from: string, to: string): Float64Array => this.across(from, to, collect(from, to));
    const collect = (name: string, except: string | null): Float64Array => {
      const product = this.of(name).slice();
      for (const other of around.get(name) ?? []) if (other !== except) multiply(product, message(other, name));
      return product;
    };
    return new Map([...this.beliefs.keys()].map((name) => [name, normalised(collect(name, null))]));
  }

  private beyond(part: string, whole: string): Float64Array | undefined {
    return this.contained.find((one) => one.part === part && one.whole === whole)?.beyond;
  }

  private of(name: string): Float64Array {
    const belief = this.beliefs.get(name);
    if (!belief) throw new Error(`no secret number is called ${name}`);
    return belief;
  }

  /** Pairs that a bound says something about, those that cut away most first. */
  private tightest(): { a: string; b: string; weight: number }[] {
    const found = new Map<string, { a: string; b: string; weight: number }>();
    for (const [a, bounds] of this.surplus)
      for (const [b, surplus] of bounds) {
        const [first = a, second = b] = [a, b].toSorted();
        const key = `${first} ${second}`;
        const before = found.get(key)?.weight ?? Infinity;
        found.set(key, { a: first, b: second, weight: Math.min(before, surplus) });
      }
    return [...found.values()].toSorted((x, y) => x.weight - y.weight);
  }

  /** The belief about one number, as it bears on its neighbour. */
  private across(from: string, to: string, belief: Float64Array): Float64Array {
    const above = this.surplus.get(from)?.get(to) ?? Infinity; // from − to is at most this
    const below = this.surplus.get(to)?.get(from) ?? Infinity; // to − from is at most this
    const size = this.of(to).length;
    const [inside, outside] = [this.beyond(from, to), this.beyond(to, from)];
    const beyond = inside ?? outside;
    if (beyond)
      return Float64Array.from({ length: size }, (_, n) => {
        let sum = 0;
        for (let m = Math.max(0, n - below); m <= Math.min(belief.length - 1, n + above); m += 1)
          sum += (belief[m] ?? 0) * (beyond[inside ? n - m : m - n] ?? 0);
        return sum;
      });
    const sums = new Float64Array(belief.length + 1);
    for (let n = 0; n < belief.length; n += 1) sums[n + 1] = (sums[n] ?? 0) + (belief[n] ?? 0);
    return Float64Array.from({ length: size }, (_, n) => {
      const high = Math.min(belief.length - 1, n + above);
      const low = Math.max(0, n - below);
      return high < low ? 0 : (sums[high + 1] ?? 0) - (sums[low] ?? 0);
    });
  }
}

function multiply(product: Float64Array, by: Float64Array): void {
  for (let n = 0; n < product.length; n += 1) product[n] = (product[n] ?? 0) * (by[n] ?? 0);
}

function normalised(weights: Float64Array): Float64Array {
  let total = 0;
  for (const weight of weights) total += weight;
  return total > 0 ? weights.map((weight) => weight / total) : weights;
}

/** An attacker's knowledge of a count: how many values it can have, and how many it takes to be right in nine of ten cases. */
export interface Narrowed {
  readonly valuesLeft: number;
  readonly smallestOf90: number;
  /** Whether the truth is among the values left: knowledge that leaves it out is wrong. */
  readonly holds: boolean;
}

const MOST = 0.9;
const EPSILON = 1e-9;

/**
 * A count is what is left plus the secret number. Beforehand every truth is as likely as any other: who knew more from elsewhere needed no answers.
 * `boundsOf` gives the least and most it can be with a number, or null where that number can't be.
 */
export function narrowed(
  posterior: Float64Array,
  boundsOf: (n: number) => readonly [number, number] | null,
  truth: number,
  enough: number,
): Narrowed | null {
  const found: { low: number; high: number; weight: number }[] = [];
  let [least, most, narrowest, total] = [Infinity, -Infinity, Infinity, 0];
  for (let n = 0; n < posterior.length; n += 1) {
    const weight = posterior[n] ?? 0;
    const bounds = weight > 0 ? boundsOf(n) : null;
    if (!bounds || bounds[0] > bounds[1]) continue;
    const [low, high] = bounds;
    found.push({ low, high, weight });
    [least, most] = [Math.min(least, low), Math.max(most, high)];
    narrowest = Math.min(narrowest, high - low + 1);
    total += weight * (high - low + 1);
  }
  // No value is likelier than one of the narrowest bounds: with as many in each, nine of ten cases take enough.
  if (MOST * narrowest > enough - 1) return null;
  // Probability that bounds far apart hold is spread thin beyond this, and left out: it only makes what is left look smaller.
  const room = Math.min(most, least + 4000) - least + 1;
  const steps = new Float64Array(room + 1);
  const possible = new Int32Array(room + 1);
  for (const { low, high, weight } of found) {
    if (low - least >= room) continue;
    const each = weight / total;
    const end = Math.min(room, high - least + 1);
    steps[low - least] = (steps[low - least] ?? 0) + each;
    steps[end] = (steps[end] ?? 0) - each;
    possible[low - least] = (possible[low - least] ?? 0) + 1;
    possible[end] = (possible[end] ?? 0) - 1;
  }
  const chances: number[] = [];
  let [chance, covering, holds] = [0, 0, truth > least + room];
  for (let index = 0; index < room; index += 1) {
    chance += steps[index] ?? 0;
    covering += possible[index] ?? 0;
    if (covering === 0) continue;
    chances.push(chance);
    if (least + index === truth) holds = true;
  }
  return { valuesLeft: chances.length, smallestOf90: smallestOf(chances), holds };
}

/** How many of the likeliest values it takes to be right in nine of ten cases. */
function smallestOf(chances: readonly number[]): number {
  const likeliest = chances.toSorted((a, b) => b - a);
  let [sum, smallest] = [0, 0];
  while (smallest < likeliest.length && sum < MOST - EPSILON) {
    sum += likeliest[smallest] ?? 0;
    smallest += 1;
  }
  return smallest;
}

/**
 * One truth of which a number was withheld anew for each of several looks: what was left each time, and how the numbers were drawn.
 * The more looks there are, the likelier it is that next to nothing was withheld in one of them.
 */
export function averaged(
  looks: readonly (readonly [low: number, high: number])[],
  draw: Draw,
  most: number,
  truth: number,
): Narrowed {
  const prior = priorOf(draw);
  const chances = Array.from({ length: most + 1 }, (_, value) => {
    let together = 1;
    for (const [low, high] of looks) {
      let one = 0;
      for (let n = Math.max(0, value - high); n <= Math.min(draw.max, value - low); n += 1) one += prior[n] ?? 0;
      together *= one;
    }
    return together;
  });
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const possible = chances.filter((chance) => chance > 0).map((chance) => chance / total);
  return { valuesLeft: possible.length, smallestOf90: smallestOf(possible), holds: (chances[truth] ?? 0) > 0 };
}
