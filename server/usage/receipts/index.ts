export { endConnections } from './connection.end.js';
export { Connection, Receipt, RelayIdentity } from './receipt.entity.js';
export { ReceiptResolver } from './receipt.resolver.js';
export { openRelay } from './relay.open.js';
