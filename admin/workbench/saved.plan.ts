import { createContext, useContext } from 'react';
import type { Plan } from '../providers/generated/operations.js';

/** Present where the plan on the screen is saved, so that its steps can be reported as done. */
export const SavedPlanContext = createContext<Plan | null>(null);

/** The saved plan on the screen; null where a brief is only read. */
export const useSavedPlan = (): Plan | null => useContext(SavedPlanContext);
