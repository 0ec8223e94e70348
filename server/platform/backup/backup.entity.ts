import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A whole backup that was made of this database; readiness of a restore is measured by the newest one's age. */
@Entity({ tableName: 'backup_run' })
export class BackupRun {
  /** The name of its folder, below the place of all. */
  @PrimaryKey({ type: 'text' })
  id!: string;

  /** The moment whose rows it holds. */
  @Property({ type: 'timestamptz' })
  at!: Date;

  @Property({ type: 'timestamptz' })
  finishedAt!: Date;

  /** The folder or the `s3://` address. */
  @Property({ type: 'text' })
  address!: string;

  @Property({ type: 'bigint' })
  rows!: string;

  @Property({ type: 'bigint' })
  bytes!: string;

  @Property({ type: 'boolean' })
  encrypted!: boolean;
}
