import { daysOf, readRuleFigures } from '../adoption/index.js';
import { type Action, actionsOf } from './actions.rules.js';
import type { EnterpriseActions, EnterpriseActionsArgs } from './actions.types.js';
import { enterpriseRead } from './enterprise-read.operations.js';
import { readFacts } from './facts.query.js';
import { ruleWindow } from './report.operations.js';

/** The actions' part of a tool's text, which may have 24 KiB (decisions §9). */
const ACTIONS_BYTES = 19 * 1024;

/** Suggests the next actions for a product by rules (decisions §9). */
export const readEnterpriseActions = enterpriseRead<EnterpriseActionsArgs, Omit<EnterpriseActions, 'auditReceiptId'>>(
  { name: 'enterpriseActions', tool: 'get_enterprise_actions', cost: 500 },
  async function enterpriseActions(ctx, { limit }, authority) {
    const { organization, product, now, notices } = authority;
    const window = ruleWindow(now);
    const question = { organizationId: organization.id, productId: product.productId, window, asOf: now };
    const figures = await readRuleFigures(ctx.em, question);
    const { actions, nulls } = actionsOf(await readFacts(ctx, authority, figures));
    const shown = fitting(actions.slice(0, limit));
    const left = actions.length - shown.length;
    return {
      scope: { organizationId: organization.id, productId: product.productId },
      window: { ...window, days: daysOf(window) },
      label: figures.label,
      asOf: figures.asOf,
      actions: shown,
      nulls: [...nulls],
      notices: [...(figures.label === 'sample' ? ['Every event of this window is sample data.'] : []), ...notices],
      truncated: left > 0,
      leftOut: left > 0 ? [{ part: 'actions', rows: left }] : [],
    };
  },
  { windowOf: (_input, now) => ruleWindow(now) },
);

/** The first actions, as many as have room. */
function fitting(actions: readonly Action[]): Action[] {
  let bytes = 0;
  return actions.filter((action) => {
    bytes += Buffer.byteLength(JSON.stringify(action)) + 1;
    return bytes <= ACTIONS_BYTES;
  });
}
