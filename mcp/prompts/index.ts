import type { Prompt } from '../prompt.js';
import { chooseAStack } from './choose-a-stack.js';
import { instrumentMyProduct } from './instrument-my-product.js';

/** Every prompt, in the order in which hosts list them. */
export const prompts: readonly Prompt[] = [chooseAStack, instrumentMyProduct];
