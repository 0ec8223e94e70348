import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-admin';
import { downloadText } from '../components/download.js';
import { type EventExport, readEventPiece } from '../providers/event-export.js';
import { type Problem, problemOf } from '../providers/problem.js';

/** A piece of so many events is some tens of megabytes at most, which a browser holds. */
const PIECE_EVENTS = 50_000;

/** How far an export came: it is remembered in this browser, so that it goes on after a reload. */
interface Progress {
  /** The export that it is of; another one begins from its start. */
  readonly of: string;
  readonly files: number;
  readonly events: number;
  readonly after: string | null;
  readonly done: boolean;
}

const keyOf = ({ organizationId, productId, from, to, format }: EventExport): string =>
  [organizationId, productId ?? '', from, to, format].join(' ');

/** Exports events file by file; what has arrived is not asked for again. */
export function useEventExport(wanted: EventExport) {
  const of = keyOf(wanted);
  const none: Progress = { of, files: 0, events: 0, after: null, done: false };
  const [stored, setStored] = useStore<Progress>(`eventExport.${wanted.organizationId}`, none);
  const progress = stored.of === of ? stored : none;
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setProblem(null);
    let now = progress.done ? none : progress;
    try {
      while (!now.done) {
        const piece = await readEventPiece(wanted, now.after, PIECE_EVENTS, controller.signal);
        const files = now.files + (piece.events > 0 ? 1 : 0);
        if (piece.events > 0) save(wanted, files, piece.text);
        now = {
          of,
          files,
          events: now.events + piece.events,
          after: piece.last ?? now.after,
          done: piece.events < PIECE_EVENTS,
        };
        setStored(now);
      }
    } catch (error) {
      if (!controller.signal.aborted) setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { progress, busy, problem, run, stop: () => running.current?.abort(), restart: () => setStored(none) };
}

function save({ from, to, format }: EventExport, file: number, text: string): void {
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson;charset=utf-8';
  const name = `events-${from}-${to}-${String(file).padStart(3, '0')}.${format}`;
  downloadText(name, type, format === 'csv' ? `\uFEFF${text}` : text);
}
