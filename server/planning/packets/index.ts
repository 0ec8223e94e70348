export { buildPacket } from './packet.build.js';
export { BuildPacket, BuildPacketArgs } from './packet.types.js';
