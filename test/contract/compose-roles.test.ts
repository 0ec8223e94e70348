import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { quietStatements, roleStatements } from '../../server/platform/database/roles.sql.js';

interface Compose {
  services: Record<string, { environment: Record<string, string> }>;
  configs: { roles: { content: string } };
}
const { services, configs } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose;

describe('docker-compose.yml', () => {
  it('makes the roles that the other ways make, with their settings', () => {
    const script = configs.roles.content;
    for (const sql of [...roleStatements().filter((one) => !one.startsWith('do $$')), ...quietStatements()])
      expect(script).toContain(`${sql};`);
    for (const role of ['dai login', 'dai_gateway login', 'dai_intake nologin'])
      expect(script).toContain(`create role ${role}`);
  });

  it('serves as dai_gateway, and gives the owner’s address to those alone who need it', () => {
    for (const name of ['gateway-a', 'gateway-b', 'worker', 'migrate'])
      expect(services[name]?.environment.DATABASE_URL, name).toMatch(/^postgresql:\/\/dai_gateway:/);
    for (const name of ['migrate', 'worker'])
      expect(services[name]?.environment.DATABASE_DIRECT_URL, name).toMatch(/^postgresql:\/\/dai:/);
    for (const name of ['gateway-a', 'gateway-b'])
      expect(services[name]?.environment.DATABASE_DIRECT_URL, name).not.toContain('dai:');
  });
});
