export { openPasskeys, type PasskeyOptions, type Passkeys, type PasskeyUse } from './passkey.open.js';
export {
  countPasskeys,
  deletePasskey,
  deletePasskeys,
  findPasskeys,
  stopPasskey,
  usePasskey,
} from './passkey.query.js';
