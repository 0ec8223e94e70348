import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { OperationNodeTransformer, type PrimitiveValueListNode, type ValueNode } from 'kysely';

type KyselyPlugin = Parameters<ReturnType<MikroORM['em']['getKysely']>['withPlugin']>[0];

const TIME_COLUMNS = /(At|_at)$/;

/** MikroORM's connections answer times as text; the sign-in library compares Dates, and with text no session would ever expire. */
const timesAsDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const rows = result.rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' && TIME_COLUMNS.test(name) ? new Date(value) : value,
        ]),
      ),
    );
    return { ...result, rows };
  },
};

/** Replaces covered addresses in what a statement compares or stores. */
class Uncovering extends OperationNodeTransformer {
  readonly #uncover: (value: unknown) => unknown;

  constructor(uncover: (value: unknown) => unknown) {
    super();
    this.#uncover = uncover;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: this.#uncover(node.value) };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(this.#uncover) };
  }
}

/**
 * Opens the database for the sign-in library. The library's own check refuses addresses that are valid (top-level domains and mailboxes
 * beyond ASCII) and lowers every other, so that an account with such an address could not sign in: it is given each address as hexadecimal.
 */
export function openLibraryDatabase(orm: MikroORM) {
  const host = `${randomBytes(16).toString('hex')}.invalid`; // of this process alone, so that no name or address of a caller reads as one
  const covered = new RegExp(`^((?:[0-9a-f]{2})+)@${host}$`);
  const uncovering = new Uncovering((value) => {
    const hex = typeof value === 'string' ? covered.exec(value)?.[1] : undefined;
    return hex === undefined ? value : Buffer.from(hex, 'hex').toString('utf8');
  });
  const addressesAsStored: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => uncovering.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
  return {
    db: orm.em.fork().getKysely().withSchema('auth').withPlugin(timesAsDates).withPlugin(addressesAsStored),
    /** An address in a form that the library takes whatever the address is; in a statement it is the address again. */
    cover: (email: string): string => `${Buffer.from(email).toString('hex')}@${host}`,
  };
}
