import { startEmbedded } from '../../server/platform/database/embedded.js';

// One process that uses the embedded database, as a gateway does: argv names the data folder and, if given, the settings as
// JSON. It tells in lines of JSON what happens to it, and leaves when its input ends.

const [dataDir = '', settings = '{}'] = process.argv.slice(2);
const tell = (event: string, facts: object = {}) => process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);

const embedded = await startEmbedded(dataDir, {
  settings: JSON.parse(settings) as Record<string, string>,
  onRestart: () => tell('restarted'),
});
const { superuserUrl, url, port, adopted } = embedded;
tell('started', { superuserUrl, url, port, adopted });
for await (const _ of process.stdin);
await embedded.stop();
tell('stopped');
