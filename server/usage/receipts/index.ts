export { endConnections } from './connection.end.js';
export { ReceiptResolver } from './receipt.resolver.js';
export { openRelay } from './relay.open.js';
