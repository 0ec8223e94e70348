import type { DataProvider } from 'react-admin';
import type { Methods } from './binding.js';
import { table } from './data.table.js';

function door<Name extends keyof Methods>(resource: string, method: Name): NonNullable<Methods[Name]> {
  const found = table[resource]?.[method];
  if (!found) throw new Error(`no door for ${resource}.${method}`);
  return found;
}

/** react-admin's way to the API: it looks the door up in the table and adds nothing of its own. */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList: async (resource, params) => door(resource, 'getList')(params),
  getOne: async (resource, params) => door(resource, 'getOne')(params),
  create: async (resource, params) => door(resource, 'create')(params),
  update: async (resource, params) => door(resource, 'update')(params),
  delete: async (resource, params) => door(resource, 'delete')(params),
  getMany: async (resource, { ids, ...params }) => {
    const answers = await Promise.all(ids.map((id) => door(resource, 'getOne')({ ...params, id })));
    return { data: answers.map((answer) => answer.data) };
  },
  getManyReference: async (resource, { target, id, ...params }) =>
    door(resource, 'getList')({ ...params, filter: { ...params.filter, [target]: id } }),
  updateMany: () => refuseBulk('updateMany'),
  deleteMany: () => refuseBulk('deleteMany'),
};

/** Every act here is a decision about one thing, so nothing is done to many at once. */
const refuseBulk = (method: string): Promise<never> => Promise.reject(new Error(`${method} has no door`));
