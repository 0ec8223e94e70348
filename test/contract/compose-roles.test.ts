import { readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/platform/config.js';
import { quietStatements, roleStatements } from '../../server/platform/database/roles.sql.js';

interface Compose {
  services: Record<string, { environment: Record<string, string>; configs?: unknown[] }>;
  configs: { roles: { content: string }; scrape: { content: string }; alerts: { file: string } };
}
const { services, configs } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose;

describe('docker-compose.yml', () => {
  it('takes passwords with any character: none is put into an address or a statement as text', () => {
    for (const name of ['gateway-a', 'worker', 'migrate']) {
      const { DATABASE_URL, DATABASE_PASSWORD } = services[name]?.environment ?? {};
      expect([DATABASE_URL, DATABASE_PASSWORD]).toEqual([
        'postgresql://dai_gateway@db:5432/dai',
        '${DAI_GATEWAY_DATABASE_PASSWORD:?set a password}',
      ]);
    }
    expect(configs.roles.content).not.toMatch(/password '/);
    const given = { DATABASE_URL: 'postgresql://dai_gateway@db/dai', SESSION_SECRET: 'x'.repeat(32) };
    const { databaseUrl } = readConfig({ ...given, DATABASE_PASSWORD: "p@ss/'w:rd%20 ü" });
    expect(new pg.Client({ connectionString: databaseUrl ?? '' }).password).toBe("p@ss/'w:rd%20 ü");
  });

  it('loads the alert rules that docs/operations.md explains', () => {
    expect(configs.alerts.file).toBe('./docs/operations/alerts.yml');
    expect(services.metrics?.configs).toContainEqual({ source: 'alerts', target: '/etc/prometheus/alerts.yml' });
    expect(parse(configs.scrape.content)).toMatchObject({ rule_files: ['/etc/prometheus/alerts.yml'] });
  });

  it('makes the roles that the other ways make, with their settings', () => {
    const script = configs.roles.content;
    for (const sql of [...roleStatements().filter((one) => !one.startsWith('do $$')), ...quietStatements()])
      expect(script).toContain(`${sql};`);
    for (const role of ['dai login', 'dai_gateway login', 'dai_intake nologin'])
      expect(script).toContain(`create role ${role}`);
  });

  it('serves as dai_gateway, and gives the owner’s address to those alone who need it', () => {
    for (const name of ['gateway-a', 'gateway-b', 'worker', 'migrate'])
      expect(services[name]?.environment.DATABASE_URL, name).toBe('postgresql://dai_gateway@db:5432/dai');
    for (const name of ['migrate', 'worker'])
      expect(services[name]?.environment.DATABASE_DIRECT_URL, name).toBe('postgresql://dai@db:5432/dai');
    for (const name of ['gateway-a', 'gateway-b'])
      for (const variable of ['DATABASE_DIRECT_URL', 'DATABASE_DIRECT_PASSWORD'])
        expect(services[name]?.environment[variable], `${name}, whatever .env says`).toBe('');
  });
});
