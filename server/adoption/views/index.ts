export { SavedView } from './saved-view.entity.js';
export { deleteView, listSavedViews, saveView } from './saved-view.operations.js';
export { DeleteViewInput, SavedViewsArgs, SaveViewInput } from './saved-view.types.js';
