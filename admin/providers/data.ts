import type { DataProvider } from 'react-admin';
import type { Methods } from './binding.js';
import { table } from './data.table.js';

function methodOf<Name extends keyof Methods>(resource: string, method: Name): NonNullable<Methods[Name]> {
  const found = table[resource]?.[method];
  if (!found) throw new Error(`no method for ${resource}.${method}`);
  return found;
}

/** react-admin's way to the API: it finds the method in the table and adds nothing of its own. */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList: async (resource, params) => methodOf(resource, 'getList')(params),
  getOne: async (resource, params) => methodOf(resource, 'getOne')(params),
  create: async (resource, params) => methodOf(resource, 'create')(params),
  update: async (resource, params) => methodOf(resource, 'update')(params),
  delete: async (resource, params) => methodOf(resource, 'delete')(params),
  getMany: async (resource, { ids, ...params }) => {
    const answers = await Promise.all(ids.map((id) => methodOf(resource, 'getOne')({ ...params, id })));
    return { data: answers.map((answer) => answer.data) };
  },
  getManyReference: async (resource, { target, id, ...params }) =>
    methodOf(resource, 'getList')({ ...params, filter: { ...params.filter, [target]: id } }),
  updateMany: () => refuseBulk('updateMany'),
  deleteMany: () => refuseBulk('deleteMany'),
};

/** Every act here is a decision about one thing, so nothing is done to many at once. */
const refuseBulk = (method: string): Promise<never> => Promise.reject(new Error(`${method} is not supported`));
