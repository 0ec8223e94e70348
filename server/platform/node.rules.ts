/** The server needs this Node; installing the package and `dai mcp` work from 20.19 on (`engines`). */
const NODE_MAJOR_MIN = 24;

/** Whether a version (`24.1.0`, also with a `v`) runs the server. */
export const runsServer = (version: string): boolean =>
  Number(version.replace(/^v/, '').split('.')[0]) >= NODE_MAJOR_MIN;

/** The beginning of what an older one is told. */
export const NODE_TOO_OLD = `DAI runs on Node ${NODE_MAJOR_MIN}; this is ${process.version}.`;
