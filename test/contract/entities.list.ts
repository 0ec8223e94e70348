/** Tables that stay without an entity, and why. */
export const OTHERS_TABLES: Readonly<Record<string, string>> = {
  schema_migration: 'the migrator’s own list of what ran',
  schema_build: 'one row beside that list, read before there is a schema to trust',
  publication_secret: 'one row that the role of the entity manager may not read',
};

const SIGN_IN = 'better-auth’s tables have no entity that a relation could point at';
const ABOVE = 'the domain that owns an offer is above the one that owns its link';

/** The lines of an entity's table that its migrations have and the entity has not, by table and line, and why. */
export const NOT_ON_ENTITY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  agent_skill: {
    'agent_skill_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  hackathon_entry: {
    'hackathon_entry_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE':
      'the projects domain hands out no class of its tables, so that no other can query them',
  },
  former_mailbox: {
    'former_mailbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  second_factor: {
    'second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  passkey: {
    'passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  factor_reset: {
    'factor_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  sign_in_device: {
    'sign_in_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  sign_in_challenge: {
    'sign_in_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  person_identity: {
    'person_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  member: {
    'member_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  monthly_spend: {
    'monthly_spend_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  spend_budget: {
    'spend_budget_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  offer_claim: {
    'offer_claim_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  project: {
    'project_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  provider_attempt: {
    'provider_attempt_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  provider_snapshot: {
    'provider_snapshot_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  saved_plan: {
    'saved_plan_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  tracked_link: {
    'tracked_link_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offer(id) ON DELETE CASCADE': ABOVE,
  },
  relay_identity: {
    'relay_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  saved_view: {
    'saved_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  tool_connection: {
    'tool_connection_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
  usage_receipt: {
    'usage_receipt_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE': SIGN_IN,
  },
};
