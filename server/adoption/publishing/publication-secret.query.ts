import pg from 'pg';

/**
 * The publication secret of this database, which the withheld numbers and the movement of published ones are drawn by (decisions §5). Only the
 * owner of the tables can read it, so `directUrl` is the owner's address; the role that serves requests has no right to it.
 */
export async function readPublicationSecret(directUrl: string): Promise<Buffer> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select secret from publication_secret');
    const secret: unknown = rows[0]?.secret;
    if (!Buffer.isBuffer(secret)) throw new Error('the database has no publication secret: run dai migrate');
    return secret;
  } finally {
    await client.end();
  }
}
