import { useProductName } from './useProducts.js';

/** A product by its name; by its id as long as that isn't known. */
export function ProductName({ id }: { id: string }) {
  const name = useProductName(id);
  return name ? <span title={id}>{name}</span> : <code>{id}</code>;
}
