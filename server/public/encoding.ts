import type { Request } from 'express';

/** The compressed forms that are served, the smaller first, and the endings of their files. */
export const FORMS = { br: 'br', gzip: 'gz' } as const;

export type Compressed = keyof typeof FORMS;
export type Encoding = Compressed | 'identity';

/** The smallest form that the client takes: browsers name gzip first and prefer none. */
export const chooseEncoding = (req: Request, available: readonly Compressed[] = ['br', 'gzip']): Encoding =>
  available.find((one) => req.acceptsEncodings(one) === one) ?? 'identity';
