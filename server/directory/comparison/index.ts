export {
  type ComparedPair,
  compareTools,
  readComparedPairs,
  readToolLanguages,
  readToolSiblings,
} from './comparison.operations.js';
export { CompareToolsArgs, ToolComparison, ToolSiblings } from './comparison.types.js';
