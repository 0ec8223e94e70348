import { byteLength } from './canonical.js';
import type { SpoolOptions } from './client.types.js';

/** An event on disk, as it was taken. */
export interface Spooled {
  readonly key: string;
  readonly text: string;
  readonly takenAt: number;
}

/** A place on disk of one event; the segment is deleted when each of its events has a verdict. */
export interface SpoolPlace {
  /** Null until the event is written. */
  readonly segment: Segment | null;
}

interface Place {
  segment: Segment | null;
  settled: boolean;
}

interface Segment {
  readonly file: string;
  /** Null once nothing more is appended to it. */
  descriptor: number | null;
  bytes: number;
  waiting: number;
}

export interface Spool {
  /**
   * Writes an event into the operating system's cache, where it outlives this process; null when it could not be written. On a slow disk it
   * is written beside the caller.
   */
  add(event: Spooled): SpoolPlace | null;
  settle(place: SpoolPlace, key: string): void;
  /** Takes over what processes that ended have left, one file at a time; null when nothing is left. */
  claim(): readonly (Spooled & { readonly place: SpoolPlace })[] | null;
  /** Resolves when nothing is left to be written beside the caller. */
  written(): Promise<void>;
  close(): void;
}

interface FileSystem {
  mkdirSync(path: string, options: { recursive: boolean; mode: number }): unknown;
  openSync(path: string, flags: string, mode: number): number;
  writeSync(descriptor: number, text: string): number;
  write(descriptor: number, text: string, done: (error: unknown, written: number) => void): void;
  fsync(descriptor: number, done: (error: unknown) => void): void;
  closeSync(descriptor: number): void;
  readdirSync(path: string): string[];
  readFileSync(path: string, encoding: 'utf8'): string;
  renameSync(from: string, to: string): void;
  unlinkSync(path: string): void;
  fstatSync(descriptor: number): { ino: number };
  statSync(path: string): { ino: number; mtimeMs: number; size: number };
}

interface Runtime {
  readonly pid: number;
  kill(pid: number, signal: number): unknown;
  getBuiltinModule?(name: string): unknown;
}

/** Taking over a file of this size takes about a millisecond. */
const SEGMENT_BYTES_MAX = 256 * 1024;
const BYTES_MAX = 256 * 1024 * 1024;
/** So many writes in a row that took longer than this are the sign of a slow disk; one may only have lost the processor. */
const SLOW_WRITE_MS = 1;
const SLOW_WRITES = 3;
/** A slow disk is tried again after this time. */
const SLOW_FOR_MS = 1_000;
/** A process of another machine, or of another container, counts as ended when its file was not written for this long. */
const FOREIGN_AFTER_MS = 15 * 60 * 1000;
/** Stands for the process in the name of a file that its owner has closed with events in it. */
const RELEASED = 0;
const NAME = /^([0-9a-z-]+)\.(\d+)\.(\d+)\.([0-9a-f-]+)\.spool$/;
/** Only the user of the process reads what its events hold. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Opens a folder of segments. Each process appends to files of its own, whose names tell the machine, the process and when it began; a file of a
 * process that ended is taken over by renaming it, which succeeds for one only. An event that is sent twice has the same key and bytes, so
 * that the service stores it once.
 */
export function openSpool(
  { folder, bytesMax = BYTES_MAX, holdMs = SLOW_WRITE_MS }: SpoolOptions,
  onUnwritten: (count: number) => void = () => {},
): Spool {
  const runtime = (globalThis as { process?: Runtime }).process;
  const fs = runtime?.getBuiltinModule?.('node:fs') as FileSystem | undefined;
  if (!runtime || !fs) throw new TypeError('The spool needs a runtime with files, such as Node 20.16 or later.');
  const { pid } = runtime;
  fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const machine = machineOf(fs);
  const began = startOf(fs, pid);
  const segments = new Set<Segment>();
  let current: Segment | null = null;
  let syncing = false;
  let bytesOnDisk = 0;
  const unsynced = new Set<Segment>();
  const places = new WeakMap<SpoolPlace, Place>();
  const later: { readonly place: Place; readonly line: string }[] = [];
  let writing: Promise<void> | null = null;
  let slowWrites = 0;
  let slowSince = 0;

  const path = (name: string): string => `${folder}/${name}`;
  const nameOfNew = (): string => path(`${machine}.${pid}.${began}.${crypto.randomUUID()}.spool`);

  function segmentFor(bytes: number): Segment {
    if (current && current.bytes + bytes > SEGMENT_BYTES_MAX) retire(current);
    current ??= opened(nameOfNew());
    return current;
  }

  function opened(file: string): Segment {
    const segment: Segment = { file, descriptor: fileSystem().openSync(file, 'a', FILE_MODE), bytes: 0, waiting: 0 };
    segments.add(segment);
    return segment;
  }

  function fileSystem(): FileSystem {
    if (!fs) throw new TypeError('The spool is not available.');
    return fs;
  }

  /** Nothing more is appended to it; it is deleted once its last event has a verdict. */
  function retire(segment: Segment): void {
    if (current === segment) current = null;
    if (segment.waiting === 0) remove(segment);
  }

  function remove(segment: Segment): void {
    closeDescriptor(segment);
    segments.delete(segment);
    bytesOnDisk -= segment.bytes;
    try {
      fileSystem().unlinkSync(segment.file);
    } catch {
      // Another process took it for abandoned: it sends the same keys once more, which stores nothing.
    }
  }

  function closeDescriptor(segment: Segment): void {
    if (segment.descriptor === null) return;
    unsynced.delete(segment);
    fileSystem().closeSync(segment.descriptor);
    segment.descriptor = null;
  }

  /** The next client takes it over, in this process too. */
  function release(segment: Segment): void {
    closeDescriptor(segment);
    try {
      fileSystem().renameSync(segment.file, path(`${machine}.${RELEASED}.0.${crypto.randomUUID()}.spool`));
    } catch {
      // It is taken over when this process has ended.
    }
  }

  function append(segment: Segment, line: string): void {
    if (segment.descriptor === null) return;
    const written = fileSystem().writeSync(segment.descriptor, line);
    segment.bytes += written;
    bytesOnDisk += written;
    if (written < byteLength(line)) throw new Error('The disk is full.');
  }

  function sync(): void {
    if (syncing) return;
    syncing = true;
    void syncAll().finally(() => {
      syncing = false;
    });
  }

  async function syncAll(): Promise<void> {
    while (unsynced.size > 0) {
      const batch = [...unsynced];
      unsynced.clear();
      await Promise.all(batch.map(syncOne));
    }
  }

  const syncOne = ({ descriptor }: Segment): Promise<void> =>
    new Promise((resolve) => {
      if (descriptor === null) resolve();
      else fileSystem().fsync(descriptor, () => resolve());
    });

  /** Starts a new file where another process took the current one for abandoned, as after a long sleep of the machine. */
  function leaveIfTaken(): void {
    if (!current || current.descriptor === null) return;
    try {
      if (fileSystem().statSync(current.file).ino === fileSystem().fstatSync(current.descriptor).ino) return;
    } catch {
      // It has another name by now.
    }
    retire(current);
  }

  const newPlace = (): Place => {
    const place: Place = { segment: null, settled: false };
    places.set(place, place);
    return place;
  };

  function write(place: Place, line: string): void {
    const began = performance.now();
    leaveIfTaken();
    const segment = segmentFor(line.length);
    append(segment, line);
    segment.waiting += 1;
    place.segment = segment;
    const now = performance.now();
    slowWrites = now - began > holdMs ? slowWrites + 1 : 0;
    slowSince = now;
    unsynced.add(segment);
    sync();
  }

  const isSlow = (): boolean =>
    later.length > 0 || (slowWrites >= SLOW_WRITES && performance.now() - slowSince < SLOW_FOR_MS);

  /** Writes what was put off, a segment's worth at a time, while the host goes on. */
  async function writeLater(): Promise<void> {
    while (later.length > 0) {
      const batch = later.splice(0, 100).filter(({ place }) => !place.settled);
      if (batch.length === 0) continue;
      const text = batch.map(({ line }) => line).join('');
      let segment: Segment | null = null;
      try {
        segment = segmentFor(byteLength(text));
        segment.waiting += batch.length; // it is not deleted while it is written
        await appendLater(segment, text);
        for (const { place } of batch) place.segment = segment;
        unsynced.add(segment);
        sync();
      } catch {
        if (segment) segment.waiting -= batch.length;
        onUnwritten(batch.filter(({ place }) => !place.settled).length);
        continue;
      }
      const settled = batch.filter(({ place }) => place.settled).length;
      segment.waiting -= settled;
      if (settled > 0 && segment.waiting === 0) retire(segment);
    }
  }

  const appendLater = (segment: Segment, text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (segment.descriptor === null) return reject(new Error('The file is closed.'));
      fileSystem().write(segment.descriptor, text, (error, written) => {
        if (!error) {
          segment.bytes += written;
          bytesOnDisk += written;
        }
        if (error || written < byteLength(text)) reject(new Error('The disk is full.'));
        else resolve();
      });
    });

  function startWriting(): void {
    writing ??= writeLater().finally(() => {
      writing = null;
    });
  }

  return {
    add({ key, text, takenAt }) {
      try {
        // A line break before it ends a line that a full disk cut off.
        const line = `\n${JSON.stringify([takenAt, key, text])}\n`;
        if (bytesOnDisk + line.length > bytesMax) return null;
        const place = newPlace();
        if (isSlow()) {
          later.push({ place, line });
          startWriting();
        } else write(place, line);
        return place;
      } catch {
        return null;
      }
    },
    settle(given, key) {
      const place = places.get(given);
      const segment = place?.segment;
      if (place) place.settled = true;
      if (!segment) return;
      segment.waiting -= 1;
      if (segment.waiting === 0 && segment !== current) return remove(segment);
      if (segment.waiting === 0 && segment.bytes > SEGMENT_BYTES_MAX / 2) return retire(segment);
      if (isSlow()) return; // the event is sent once more after a restart, as a duplicate
      try {
        append(segment, `\n${JSON.stringify([key])}\n`);
      } catch {
        // The event is sent once more after a restart, as a duplicate.
      }
    },
    claim() {
      for (const name of fileSystem().readdirSync(folder)) {
        const segment = claimed(name);
        if (segment === null) continue;
        const events = readSegment(segment);
        if (events.length > 0) return events;
        remove(segment);
      }
      return null;
    },
    async written() {
      await writing;
    },
    close() {
      for (const segment of [...segments]) {
        if (segment.waiting === 0) remove(segment);
        else release(segment);
      }
      segments.clear();
      current = null;
    },
  };

  function claimed(name: string): Segment | null {
    const from = path(name);
    if (!isAbandoned(name, from)) return null;
    const to = nameOfNew();
    try {
      fileSystem().renameSync(from, to);
      const segment = opened(to);
      segment.bytes = fileSystem().statSync(to).size;
      bytesOnDisk += segment.bytes;
      return segment;
    } catch {
      return null; // another process was faster
    }
  }

  function isAbandoned(name: string, file: string): boolean {
    const [, machineOfFile, pidText, beganText] = NAME.exec(name) ?? [];
    if (machineOfFile === undefined) return false;
    if (Number(pidText) === RELEASED) return true;
    if (machineOfFile === machine) return !isRunning(Number(pidText), Number(beganText));
    try {
      return Date.now() - fileSystem().statSync(file).mtimeMs > FOREIGN_AFTER_MS;
    } catch {
      return false;
    }
  }

  function isRunning(pidOfFile: number, beganOfFile: number): boolean {
    try {
      runtime?.kill(pidOfFile, 0);
    } catch (error) {
      if ((error as { code?: string }).code === 'ESRCH') return false;
    }
    const now = startOf(fileSystem(), pidOfFile);
    return now === 0 || beganOfFile === 0 || now === beganOfFile;
  }

  function readSegment(segment: Segment): (Spooled & { place: SpoolPlace })[] {
    const waiting = new Map<string, Spooled>();
    for (const line of fileSystem().readFileSync(segment.file, 'utf8').split('\n')) {
      if (line === '') continue;
      let row: unknown;
      try {
        row = JSON.parse(line);
      } catch {
        continue; // the last line of a process that was killed while it wrote
      }
      if (!Array.isArray(row)) continue;
      const [first, key, text] = row as unknown[];
      if (typeof first === 'string') waiting.delete(first);
      else if (typeof first === 'number' && typeof key === 'string' && typeof text === 'string')
        waiting.set(key, { takenAt: first, key, text });
    }
    segment.waiting = waiting.size;
    return [...waiting.values()].map((event) => ({ ...event, place: Object.assign(newPlace(), { segment }) }));
  }
}

/** Names the machine's run, so that a process id means something; 'x' where the system doesn't tell it. */
function machineOf(fs: FileSystem): string {
  try {
    const run = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const space = fs.statSync('/proc/self/ns/pid').ino; // two containers of a machine count their processes apart
    return `${run}-${space}`;
  } catch {
    return 'x';
  }
}

/** When a process began, so that its number in use again is not taken for it; 0 where the system doesn't tell it. */
function startOf(fs: FileSystem, pid: number): number {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
  } catch {
    return 0;
  }
}
