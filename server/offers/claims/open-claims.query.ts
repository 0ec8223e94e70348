import { sql } from 'kysely';
import { CLOSED, ClaimState } from './claim.rules.js';

const DONE = [...CLOSED, ClaimState.redeemed].map((state) => sql.lit(state));

/** How many claims on an offer `o` of the statement around it are neither closed nor redeemed. */
export const OPEN_CLAIMS = sql<number>`(select count(*)::int from offer_claim c where c.offer_id = o.id and c.state not in (${sql.join(DONE)}))`;
