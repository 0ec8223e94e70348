import type pg from 'pg';

export interface HeldConnection {
  /** Does `work` on the connection, before this returns where it is open already; one on which anything failed is not used again. */
  use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  release(): void;
}

/** Holds one connection of a pool: requesting one each time would let a turn of the event loop pass before anything is sent. */
export function holdConnection(pool: pg.Pool): HeldConnection {
  let held: pg.PoolClient | null = null;
  let holding: Promise<pg.PoolClient> | null = null;

  /** One at a time: of two that are opened side by side, one would be forgotten and never given back. */
  function hold(): Promise<pg.PoolClient> {
    holding ??= pool
      .connect()
      .then((client) => {
        client.once('end', () => letGo(client));
        held = client;
        return client;
      })
      .finally(() => {
        holding = null;
      });
    return holding;
  }

  function letGo(client: pg.PoolClient): void {
    if (held !== client) return;
    held = null;
    client.release(true);
  }

  return {
    async use(work) {
      const client = held ?? (await hold());
      try {
        return await work(client);
      } catch (error) {
        letGo(client);
        throw error;
      }
    },
    release() {
      held?.release();
      held = null;
    },
  };
}
