import { bind, type Methods, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';

/** The first page of an organization: its id, and which product and how many days. */
interface HomeParams extends QueryParams {
  readonly meta?: Omit<schema.ReadCompanyHomeVariables, 'organizationId'>;
}

/** The parameters of Home's sentences: organization and product. */
interface NewsParams extends QueryParams {
  readonly meta?: Omit<schema.ReadCompanyNewsVariables, 'organizationId'>;
}

/** The parameters of Home's adoption figures: organization, product, and the days. */
interface HomeAdoptionParams extends QueryParams {
  readonly meta: schema.ReadHomeAdoptionVariables;
}

export const homeRecords: Record<string, Methods> = {
  'company-home': {
    getOne: bind(
      schema.ReadCompanyHome,
      ({ id, meta }: HomeParams) => ({ organizationId: String(id), ...meta }),
      ({ companyHome }, { id }) => ({ data: { ...companyHome, id } }),
    ),
  },
  'company-news': {
    getOne: bind(
      schema.ReadCompanyNews,
      ({ id, meta }: NewsParams) => ({ organizationId: String(id), ...meta }),
      ({ companyNews }, { id }) => ({ data: { ...companyNews, id } }),
    ),
  },
  'home-adoption': {
    getOne: bind(
      schema.ReadHomeAdoption,
      ({ meta }: HomeAdoptionParams) => meta,
      ({ companyAdoption }, { id }) => ({ data: { ...companyAdoption, id } }),
    ),
  },
};
