export { openLinkDoor } from './link.open.js';
export { type LinkTarget, writeLinks } from './link.write.js';
export { LinkOpensArgs, LinkOpensList, readLinkOpens } from './link-opens.read.js';
