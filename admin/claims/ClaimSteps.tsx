import { type Step, StepLine, type StepPlace } from '../components/StepLine.js';
import { labelOf } from '../components/states.js';
import type { Claim, ClaimState } from '../providers/generated/operations.js';
import { CLAIM_WAY, isExit } from './states.js';

const WAY: readonly ClaimState[] = CLAIM_WAY;

/** A claim's way from the request to the redemption. */
export const ClaimSteps = ({ state }: { state: Claim['state'] }) => (
  <StepLine label="State of the claim" steps={stepsOf(state)} />
);

const stepAt = (name: ClaimState, place: StepPlace): Step => ({
  name,
  label: labelOf('claim', name),
  place,
  current: place === 'here' || place === 'exit',
});

/** A claim that ended keeps no record of how far it came, so only its beginning and its end are drawn. */
function stepsOf(state: ClaimState): readonly Step[] {
  if (isExit(state)) return [stepAt('requested', 'done'), stepAt(state, 'exit')];
  const here = WAY.indexOf(state);
  const last = WAY.length - 1;
  return WAY.map((step, index) =>
    stepAt(step, index < here || here === last ? 'done' : index === here ? 'here' : 'later'),
  );
}
