import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

it('npm start and the image run the same program with the same flags and the same memory settings', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const image = textOf('Dockerfile');
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]') as string[];
  const [memory] = /\bMALLOC_\S+/.exec(image) ?? [];
  expect([memory, command.at(-1)]).toEqual(['MALLOC_MMAP_THRESHOLD_=1048576', 'dist/server/main.js']);
  expect(scripts.start).toBe(`${memory} exec ${command.join(' ')}`);
});
