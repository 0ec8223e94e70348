// Writes a software bill of materials in CycloneDX 1.6, of what `npm ci --omit=dev` installs by the lockfile. It asks no registry and holds no
// time and no serial number: the same lockfile makes the same bytes.
// usage: node scripts/sbom.mjs [LOCKFILE [OUT]]
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The purl type of npm has the scope before the name, with its @ escaped. */
const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

export function sbomOf(lock) {
  const components = new Map();
  for (const [place, { version, integrity, license, dev, link, optional }] of Object.entries(lock.packages)) {
    if (!place || dev || link || !integrity) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = purlOf(name, version);
    const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      ...(group ? { group } : {}),
      name: bare,
      version,
      scope: optional ? 'optional' : 'required',
      ...(integrity?.startsWith('sha512-')
        ? {
            hashes: [
              { alg: 'SHA-512', content: Buffer.from(integrity.slice(7).split(' ')[0], 'base64').toString('hex') },
            ],
          }
        : {}),
      ...(license
        ? { licenses: [/ (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: named(license) }] }
        : {}),
      purl,
    });
  }
  const root = `pkg:npm/${lock.name}@${lock.version}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': root, name: lock.name, version: lock.version, purl: root },
    },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}

/** SPDX ids have no spaces; anything else is a name. */
const named = (license) => (/^[\w.+-]+$/.test(license) ? { id: license } : { name: license });

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , file = 'package-lock.json', out] = process.argv;
  const text = `${JSON.stringify(sbomOf(JSON.parse(readFileSync(file, 'utf8'))), null, 1)}\n`;
  if (out) writeFileSync(out, text);
  else process.stdout.write(text);
}
