import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its own clock. */
const TICKS_PER_SECOND = 100;
const KIB = 1024;

/** Processor seconds used so far. */
export interface CpuReading {
  readonly target: number;
  readonly postgres: number;
  /** All work of the machine, ours and everyone else's. */
  readonly machine: number;
}

interface ProcessTimes {
  readonly parent: number;
  readonly own: number;
  /** The time of children that ended and were waited for. */
  readonly endedChildren: number;
}

function timesOf(pid: number | string): ProcessTimes | null {
  try {
    // The program's name, in brackets, may hold anything; the fields after it are numbers.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return {
      parent,
      own: (user + system) / TICKS_PER_SECOND,
      endedChildren: (childUser + childSystem) / TICKS_PER_SECOND,
    };
  } catch {
    return null; // it ended meanwhile
  }
}

/** The parent of a process: of a backend, PostgreSQL's own first process. */
export const parentOf = (pid: number): number => timesOf(pid)?.parent ?? 0;

/** Reads what the target, PostgreSQL with all of its processes, and the whole machine have used. 0 stands for no target. */
export function readCpu(target: number, postmaster: number): CpuReading {
  const first = timesOf(postmaster);
  let postgres = (first?.own ?? 0) + (first?.endedChildren ?? 0);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = timesOf(name);
    if (times?.parent === postmaster) postgres += times.own;
  }
  const machine = readFileSync('/proc/stat', 'latin1').split('\n')[0]?.trim().split(/ +/).slice(1, 9).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , hardware = 0, software = 0, stolen = 0] = machine;
  return {
    target: target === 0 ? 0 : (timesOf(target)?.own ?? 0),
    postgres,
    machine: (user + nice + system + hardware + software + stolen) / TICKS_PER_SECOND,
  };
}

/** The most memory that a process held so far, in MiB. */
export const peakMemoryMib = (pid: number): number => statusMib(pid, 'VmHWM');

/** The memory that a process holds now, in MiB. */
export const memoryMib = (pid: number): number => statusMib(pid, 'VmRSS');

function statusMib(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return Number(found?.[1] ?? 0) / KIB;
}

/** Processor seconds that one process has used. */
export const secondsOf = (pid: number): number => timesOf(pid)?.own ?? 0;
