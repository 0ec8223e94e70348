import { Field, InputType } from 'type-graphql';
import { addFormFields } from '../../platform/graphql/form.input.js';
import { toolMembers } from '../tool.schema.js';
import type { ToolFacts } from '../tool.types.js';
import { ReviewOfTool } from './tool-review.types.js';

@InputType({ description: 'Where a correction was read, so that anyone can look it up.' })
export class CorrectionSource {
  @Field(() => String)
  url: string;

  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  readAt: string;
}

@InputType({ description: 'A correction. What is left out stays; null takes away what may be unknown.' })
export class EditToolInput extends ReviewOfTool {
  @Field(() => CorrectionSource)
  source: CorrectionSource;
}

/** What a correction may not touch: the name that addresses hold, packages, by which figures find the tool, and sources, which it adds to. */
const FIXED: readonly (keyof ToolFacts)[] = ['slug', 'packages', 'sources'];

/** What a correction may say of a tool. */
export const correctedMembers = toolMembers.filter(({ name }) => !FIXED.some((one) => one === name));
addFormFields(EditToolInput, correctedMembers);
