export { BoardResolver } from './board.resolver.js';
export { endConnections } from './connection.operations.js';
export { Connection, Receipt, RelayIdentity } from './receipt.entity.js';
export { ReceiptResolver } from './receipt.resolver.js';
export { openRelay } from './relay.job.js';
