/** The way back up. */
export function Crumbs({ steps }: { steps: readonly (readonly [name: string, address: string])[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumbs">
      {steps.map(([name, address]) => (
        <a key={address} href={address}>
          ← {name}
        </a>
      ))}
    </nav>
  );
}
