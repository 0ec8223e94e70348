import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { problemOf } from '../providers/problem.js';

/** Reads everything and saves it; `onRead` gets how many rows have arrived. */
export type ReadAll = (onRead: (rows: number) => void, signal: AbortSignal) => Promise<void>;

/** A download that is read piece by piece: `read` is null while none runs. It ends with the page, and a failure is named. */
export function useDownload(readAll: ReadAll) {
  const [read, setRead] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  const notify = useNotify();
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setRead(0);
    try {
      await readAll(setRead, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) notify(problemOf(error).detail, { type: 'error' });
    } finally {
      if (!controller.signal.aborted) setRead(null);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setRead(null);
  };
  return { read, run, cancel };
}
