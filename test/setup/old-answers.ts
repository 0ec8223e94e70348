import type { TestApp } from './app.js';
import { query } from './database.js';

/** One more than a page looks at. */
const MORE_THAN_A_PAGE = 50_001;

/** Stores more answers to repeated events than one page searches, all of the past hour; the oldest of them has this request id. */
export const storeOldAnswers = ({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, requestId: string) =>
  query(
    databaseUrl,
    `insert into tracking_verdict
       (organization_id, id, product_uuid, credential_id, at, status, door, request_id, problems, warnings)
     select organization_id, (substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-000000000000')::uuid,
       product_uuid, credential_id, to_timestamp(ms / 1000.0), 'duplicate', door,
       case when nth = $1 then $2 else 'of-the-past' end, '[]', '[]'
     from (select * from tracking_verdict limit 1) one, generate_series(1, $1::int) nth,
       lateral (select (extract(epoch from now()) * 1000)::bigint - 3_600_000 - nth as ms),
       lateral (select lpad(to_hex(ms), 12, '0') as hex)`,
    [MORE_THAN_A_PAGE, requestId],
  );
