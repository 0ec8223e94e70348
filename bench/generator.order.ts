import type { ChildProcess } from 'node:child_process';
import { type CpuReading, readCpu } from './cpu.read.js';
import type { LoadMessage, LoadOrder, LoadReport } from './load.types.js';

/** A report with the processor seconds that the others used inside the same window. */
export interface Measured extends LoadReport {
  readonly cpu: CpuReading;
}

export interface Generator {
  /** Has one order carried out; `target` is the process under load (0 for none), `postmaster` PostgreSQL's first. */
  run(order: LoadOrder, target: number, postmaster: number): Promise<Measured>;
}

/** The parent's side of the generator: one order at a time. */
export function openGenerator({ process: child }: { process: ChildProcess }): Generator {
  return {
    run: (order, target, postmaster) =>
      new Promise((resolve, reject) => {
        let before: CpuReading | undefined;
        let cpu: CpuReading | undefined;
        const ended = (): void => finish(() => reject(new Error('the generator ended')));
        const heard = (message: LoadMessage): void => {
          if (message.kind === 'window') before = readCpu(target, postmaster);
          if (message.kind === 'over' && before) cpu = difference(readCpu(target, postmaster), before);
          if (message.kind === 'failed') finish(() => reject(new Error(message.reason)));
          if (message.kind === 'report') {
            const used = cpu;
            finish(() =>
              used ? resolve({ ...message.report, cpu: used }) : reject(new Error('a window had no edges')),
            );
          }
        };
        const finish = (settle: () => void): void => {
          child.off('message', heard);
          child.off('exit', ended);
          settle();
        };
        child.on('message', heard);
        child.on('exit', ended);
        child.send(order);
      }),
  };
}

export const difference = (after: CpuReading, before: CpuReading): CpuReading => ({
  target: after.target - before.target,
  postgres: after.postgres - before.postgres,
  machine: after.machine - before.machine,
});
